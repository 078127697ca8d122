"""The entry for Flet's packager: ``flet build`` looks for a main.py beside assets/."""

from scorepad.config import Settings
from scorepad.ui.app import launch

launch(Settings.of())
