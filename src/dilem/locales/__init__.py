"""Messages in six languages: <language>/<topic>.json, keys sorted, English first."""
