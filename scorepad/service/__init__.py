"""What a screen or a command may ask for; nothing of it knows of rows or of Flet."""

from scorepad.service.asking import Refused as Refused, faults_of_names as faults_of_names
from scorepad.service.book import Service as Service
