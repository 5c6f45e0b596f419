"""Hostile input: every reader of the program against texts and bytes that were never meant."""
