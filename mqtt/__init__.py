"""MQTT integration of tables: topics, payloads, the client, and Home Assistant."""
