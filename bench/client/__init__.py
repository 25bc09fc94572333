"""What a person waits for at the full-screen client, in a real pseudo-terminal."""
