"""What the program needs of the machine: files written whole, temporary folders, long work."""
