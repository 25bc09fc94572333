"""The command line: arguments, start-up, doctor and completion."""
