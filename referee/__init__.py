"""The games' rules, the words for tables and acts, and records. Pure: no I/O, no pictures, no clock."""
