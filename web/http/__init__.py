"""What every route shares: operations, requests, responses, errors, security, event streams."""
