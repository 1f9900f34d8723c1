"""Rights and names of phones: join code, PIN, sessions, devices, rate limits."""
