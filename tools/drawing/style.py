"""The style of wiring drawings: font sizes, and colours of wires and parts."""

from typing import Final

SIZES: Final = {
    "title": 22.0,
    "plain": 15.0,
    "part": 15.0,
    "small": 14.0,
    "warn": 15.0,
    "tiny": 12.0,
}
BOLD: Final = {"title", "part", "warn"}
BOLD_WIDER: Final = 1.15
FONT_WIDER: Final = 1.13
"""Maximum width of a substitute font relative to Helvetica."""
LEADING: Final = 1.35

STYLE: Final = """
    text { font: 15px Helvetica, Arial, sans-serif; fill: #222 }
    .title { font-size: 22px; font-weight: bold }
    .part { font-weight: bold }
    .small { font-size: 14px }
    .warn { fill: #a00000; font-weight: bold }
    .box { fill: #f4f1ea; stroke: #555; stroke-width: 1.5 }
    .chip { fill: #ddd; stroke: #333; stroke-width: 1.5 }
    .pin { fill: #fff; stroke: #333; stroke-width: 1.5 }
    .used { fill: #ffd34d }
    .wire { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round }
    .power { stroke: #c81e1e }
    .ground { stroke: #222 }
    .data { stroke: #0a6ebd; stroke-dasharray: 9 4 }
    .part-line { fill: #fff; stroke: #333; stroke-width: 2 }
    .join { fill: #222 }
    .led { fill: #fff; stroke: #777 }
    .tape { fill: #fbfbf4; stroke: #555 }
    .radio { fill: none; stroke: #0a6ebd; stroke-width: 2 }
    .usb { fill: none; stroke: #777; stroke-width: 7 }
    .key { fill: #fff; stroke: #555 }
    .thin { fill: none; stroke: #777; stroke-width: 1.5 }
    .board { fill: #fcfcf8; stroke: #bbb; stroke-width: 1.5 }
    .hole { fill: #c9c9c2 }
    .plus { stroke: #c81e1e; stroke-width: 1; opacity: .5 }
    .minus { stroke: #222; stroke-width: 1; opacity: .5 }
    .leg { fill: #333 }
    .lead { fill: none; stroke-width: 4; stroke-linecap: round }
    .red { stroke: #c81e1e }
    .black { stroke: #222 }
    .blue { stroke: #0a6ebd }
    .body { fill: #e9d8a6; stroke: #333; stroke-width: 1.5 }
    .tiny { font-size: 12px; fill: #555 }
    .halo { paint-order: stroke; stroke: #fcfcf8; stroke-width: 5px; stroke-linejoin: round }
  """
