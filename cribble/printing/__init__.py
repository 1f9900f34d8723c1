"""Printing: pages as PDF or SVG files in true size, and DXF for lasers."""
