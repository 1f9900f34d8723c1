"""Tables on an MQTT broker: topics, payloads, the client, and Home Assistant."""
