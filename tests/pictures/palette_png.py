"""A picture in few colours: as small as a PNG can be, for what lies in docs/pictures."""

from io import BytesIO

from PIL import Image


def in_few_colours(picture: bytes, most: int) -> bytes:
    """Return the PNG *picture* with *most* colours at most, 256 or fewer."""
    few, kept = Image.open(BytesIO(picture)).convert("RGB").quantize(most), BytesIO()
    few.save(kept, "PNG", optimize=True)
    return kept.getvalue()
