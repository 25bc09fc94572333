"""How strong the computer players are: the sections of docs/strength.md, one module each, and how they are written."""
