"""Printing: actual-size pages as PDF or SVG files, and DXF for laser cutters."""
