"""The program's dealings with the machine: files written whole, temporary folders, long work."""
