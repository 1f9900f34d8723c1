"""Infrastructure of all routes: requests, responses, errors, security, event streams."""
