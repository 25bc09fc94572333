"""How each command is read: the order that a verb comes to with the words after it, or why it cannot be."""
