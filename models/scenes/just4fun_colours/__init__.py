"""Films of Just 4 Fun Colours, and what stones its scenes, and those of other games with stones, are drawn with."""
