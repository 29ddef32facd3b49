"""Iron, Blood, Snow & Mud."""
