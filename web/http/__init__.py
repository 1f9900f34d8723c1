"""Infrastructure of all routes: operations, requests, responses, errors, security, event
streams."""
