"""Leagues as plain arithmetic: who meets whom, on which side, and how they stand.

People of a league go by their numbers from 1, and sides by their names. No clock, no dice of its
own, no database: what is drawn by lot is drawn by the lots that are given.
"""
