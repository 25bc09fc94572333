"""Styled lines, cards, colours and themes, and the text helpers. No toolkit.

May import drawing.canvas, engines and protocol.
"""
