"""A picture in few colours: as small as a PNG can be, for what lies in docs/pictures."""

import base64
import struct
import zlib
from typing import Final

from playwright.sync_api import Browser

FEW_COLOURS: Final = """async ([url, most]) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const drawing = canvas.getContext("2d");
  drawing.drawImage(image, 0, 0);
  const {data} = drawing.getImageData(0, 0, image.width, image.height);
  const grainOf = (at) => (data[at] >> 3 << 10) | (data[at + 1] >> 3 << 5) | (data[at + 2] >> 3);
  const grains = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const one = grains.get(grainOf(at)) ?? [0, 0, 0, 0];
    for (const part of [0, 1, 2]) one[part] += data[at + part];
    one[3] += 1;
    grains.set(grainOf(at), one);
  }
  const all = [...grains].map(([grain, [r, g, b, n]]) => ({grain, rgb: [r / n, g / n, b / n], n}));
  const spread = (box, part) => {
    const parts = box.map(({rgb}) => rgb[part]);
    return Math.max(...parts) - Math.min(...parts);
  };
  const widest = (box) => [0, 1, 2].reduce((a, b) => (spread(box, b) > spread(box, a) ? b : a));
  const many = (box) => box.reduce((sum, {n}) => sum + n, 0);
  const weight = (box) => spread(box, widest(box)) * Math.log(1 + many(box));
  const boxes = [all];
  while (boxes.length < most) {
    const heavy = boxes.reduce((a, b) => (weight(b) > weight(a) ? b : a));
    if (heavy.length < 2) break;
    const part = widest(heavy);
    heavy.sort((a, b) => a.rgb[part] - b.rgb[part]);
    const half = many(heavy) / 2;
    let [below, cut] = [0, 0];
    while (cut < heavy.length - 1 && (below += heavy[cut].n) < half) cut += 1;
    boxes.push(heavy.splice(Math.max(cut, 1)));
  }
  const mean = (box, part) =>
    Math.round(box.reduce((sum, {rgb, n}) => sum + rgb[part] * n, 0) / many(box));
  const place = new Map(boxes.flatMap((box, at) => box.map(({grain}) => [grain, at])));
  const pixels = new Uint8Array(data.length / 4);
  for (let at = 0; at < data.length; at += 4) pixels[at / 4] = place.get(grainOf(at));
  let text = "";
  for (let at = 0; at < pixels.length; at += 32768)
    text += String.fromCharCode(...pixels.subarray(at, at + 32768));
  return {
    width: image.width,
    height: image.height,
    palette: boxes.flatMap((box) => [0, 1, 2].map((part) => mean(box, part))),
    pixels: btoa(text),
  };
}"""


def in_few_colours(browser: Browser, picture: bytes, most: int) -> bytes:
    """The PNG *picture* with *most* colours at most, 256 or fewer."""
    page = browser.new_page()
    url = "data:image/png;base64," + base64.b64encode(picture).decode()
    found = page.evaluate(FEW_COLOURS, [url, most])
    page.close()
    wide, high = found["width"], found["height"]
    pixels = base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[wide * row : wide * (row + 1)] for row in range(high))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(name, data)
        for name, data in (
            (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)),
            (b"PLTE", bytes(found["palette"])),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        )
    )


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
