"""One signed-in client: its rate limits, and where each of its commands goes."""
