"""Styled lines, cards, colours and themes, and the text helpers. No toolkit. May import engines and protocol."""
