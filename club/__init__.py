"""Several tables: who plays whom, the results, and the hub that runs the night.

>>> from club.pairing.movements import pair
>>> rounds = pair(["Ann", "Ben", "Cleo"], 3, "circle")
>>> rounds[0].tables[0].players, rounds[0].out
(('Ben', 'Cleo'), ('Ann',))
"""
