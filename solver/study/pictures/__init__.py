"""Pictures: what they show, as exact numbers; and two ways to draw them, apart from these."""
