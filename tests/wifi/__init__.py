"""Tests of the table's own Wi-Fi: when it is there, and what NetworkManager is asked for."""
