"""Tests of the table's own Wi-Fi: when it is on, and its calls to NetworkManager."""
