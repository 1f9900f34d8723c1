"""Device drivers for GPIO, network and terminal: strips, keypads, buzzers and displays."""
