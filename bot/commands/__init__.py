"""Slash commands and their lists: each reads its options and hands them on."""
