"""Answers as programs read them: one document a question, written as JSON in one place."""
