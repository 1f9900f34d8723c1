"""A Wi-Fi of the table's own, where there is no network: NetworkManager makes it."""
