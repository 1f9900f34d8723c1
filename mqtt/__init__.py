"""MQTT integration for tables: topics, payloads, the client, and Home Assistant."""
