"""The entry for Flet's packager: ``flet build`` looks for a main.py beside assets/."""
from scorepad.__main__ import main

main()
