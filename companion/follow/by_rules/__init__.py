"""The first heart, which knows Just 4 Fun Colours alone: rules set by hand. The tracker takes its place."""
