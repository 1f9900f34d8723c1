"""Shared by all routes: operations, requests, responses, errors, security, event streams."""
