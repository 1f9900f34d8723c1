"""A template as files that printers take: PDF with all of its sheets, or SVG sheet by sheet."""
