"""Evaluate a discovery message with Home Assistant itself; run by a Python that has it.

Standard input is ``{"message": …, "payloads": {topic: [payload, …]}}``; the output is each
component with its platform, and the results of its templates for each payload. An invalid message
or component ends the program.
"""

import asyncio
import json
import sys
from importlib import import_module
from typing import Any

from homeassistant.components.mqtt import discovery
from homeassistant.components.mqtt.models import MqttValueTemplate
from homeassistant.core import HomeAssistant


def parts_of(message: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the config of each component, validated by its platform's schema."""
    # Home Assistant has no public function for this.
    read = discovery._parse_device_payload(None, json.dumps(message), "cribble", None)  # noqa: SLF001
    assert read, "the device is refused"
    parts = {}
    for name, config in read["components"].items():
        platform = config.pop("platform")
        config["device"], config["origin"] = read["device"], read["origin"]
        discovery._merge_common_device_options(config, read)  # noqa: SLF001
        module = import_module(f"homeassistant.components.mqtt.{platform}")
        parts[name] = {**module.DISCOVERY_SCHEMA(config), "platform": platform}
    return parts


TEMPLATES = {"value_template": "state_topic", "json_attributes_template": "json_attributes_topic"}


async def rendered(asked: dict[str, Any]) -> dict[str, Any]:
    """Return each component, and the results of its templates for the payloads on their topics."""
    hass = HomeAssistant("/nowhere")
    found = {}
    for name, part in parts_of(asked["message"]).items():
        found[name] = {"platform": part["platform"]}
        for key, topic in TEMPLATES.items():
            if (template := part.get(key)) is None:
                continue
            template.hass = hass
            render = MqttValueTemplate(template).async_render_with_possible_json_value
            payloads = asked["payloads"].get(part[topic], [])
            found[name][key] = [str(render(payload)) for payload in payloads]
    return found


if __name__ == "__main__":
    json.dump(asyncio.run(rendered(json.load(sys.stdin))), sys.stdout)
