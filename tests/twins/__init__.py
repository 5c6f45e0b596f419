"""Brute force over ordered dice: slow, plain, and unrelated to what it checks."""
