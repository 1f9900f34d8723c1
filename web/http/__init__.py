"""Infrastructure for all routes: requests, responses, errors, security, event streams."""
