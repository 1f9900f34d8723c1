"""A bare WebKitGTK window for its driver: ``gtk_window.py 390x844 en-CA``.

Without arguments it exits at once, with 0 if a window can be opened.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - versions are chosen before


def main(size: str, lang: str) -> None:
    """Open a window of this *size* whenever the driver requests one."""
    width, height = map(int, size.split("x"))
    Gtk.init([])
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    context.set_preferred_languages([lang])

    def show(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        window = Gtk.Window(decorated=False, default_width=width, default_height=height)
        window.add(view)
        window.show_all()
        return view

    def begin(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        session.set_application_info(WebKit2.ApplicationInfo())
        session.connect("create-web-view", show)

    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__" and len(sys.argv) > 1:
    main(*sys.argv[1:])
