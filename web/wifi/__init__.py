"""The Wi-Fi on the page: that of the table's own, and the one that it is to join."""
