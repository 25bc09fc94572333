"""The full-screen client: the app, its keys, screens and terminal. The only importer of prompt_toolkit."""
