"""Pure drawings of the Store and the UiState."""
