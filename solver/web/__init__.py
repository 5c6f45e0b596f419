"""The page, and the address that other programs can ask; ``docs/web.md`` describes both."""
