"""For all tests: no clock decides about them, and their databases stand in memory where it can."""

import os
import shutil
from pathlib import Path

from hypothesis import settings

settings.register_profile("umpire", deadline=None)  # a busy machine is no fault
settings.load_profile("umpire")

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 2**30
"""Bytes; a container may have little."""

if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
