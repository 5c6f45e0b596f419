"""The written record of a game: text that a person types and a program writes (docs/record.md)."""
