"""``python -m solver`` does what the command ``421`` does."""

from cli import main

if __name__ == "__main__":
    main()
