"""Ways in: decode, call one operation, encode. They decide nothing."""
