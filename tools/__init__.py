"""What maintainers run: pictures of the page, fonts of the sheets, what a system lacks."""
