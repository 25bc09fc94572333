"""Tries every promise of docs/promises.md as hard as it can be tried. Each topic is a module of one of the folders."""
