"""A drilling template in true size: what to drill and where tape lies, sheet by sheet."""
