"""Dilem helps somebody decide.

The parts and the one direction in which they may use each other are drawn in ARCHITECTURE.md.
"""
