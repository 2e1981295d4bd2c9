"""Training of the shipped networks. Needs the ``train`` extra (torch); nothing at play time imports it."""
