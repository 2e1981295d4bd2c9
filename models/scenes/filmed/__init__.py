"""What films of every game share: the shots, the hands that come in, the frames, and the file."""
