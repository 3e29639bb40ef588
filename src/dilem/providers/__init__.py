"""Outside services behind the ports."""
