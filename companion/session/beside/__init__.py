"""What goes beside a game and changes nothing in it: the pictures of its acts."""
