"""The use cases that screens and commands call; nothing here knows of database rows or of Flet."""

from scorepad.service.roles import Refused as Refused, faults_of_names as faults_of_names
from scorepad.service.service import Service as Service
