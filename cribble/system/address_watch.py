"""The address of the table while it is open: pages and the display hear of a change."""

import logging
from collections.abc import Callable

from scorekeeper.table import Table
from scorekeeper.words import Fault, en
from web import Addresses

log = logging.getLogger(__name__)


class AddressWatch:
    """Looks whether phones reach *table* at another of its *addresses* than before.

    Networks come late at a boot, go, and give out new addresses; what is shown must lead here.
    """

    def __init__(self, table: Table, addresses: Addresses, tell: Callable[[Fault], None]) -> None:
        self._table, self._addresses, self._tell = table, addresses, tell
        self._known = addresses.url
        self._show()

    def look(self) -> None:
        """Show and say the new address, if there is one."""
        now = self._addresses.url
        if now == self._known:
            return
        self._known = now
        log.info("the address is %s", now)
        self._show()
        if now is None:
            self._tell(Fault(en("The network is gone; whatever was entered is kept.")))
        else:
            self._tell(Fault(en("Phones find the table here now: {address}"), address=now))

    def _show(self) -> None:
        plain = (self._known or "").removeprefix("http://").rstrip("/")
        self._table.set_live(address=plain)
