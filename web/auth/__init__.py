"""Who a phone is and what it may do: join code, PIN, sessions, devices, rate limits."""
