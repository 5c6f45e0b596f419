"""The quiz: decisions that people get wrong, what answers cost, and what to practise."""
