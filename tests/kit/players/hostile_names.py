"""Sixty strings that somebody may type as a name to see what the page does with them."""

from __future__ import annotations

from typing import Final

MARKUP: Final = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<b>bold</b>",
    "</p></div></main><h1>out</h1>",
    "<iframe src=javascript:alert(1)>",
    "<object data=//evil.example>",
    "<embed src=//evil.example>",
    "<base href=//evil.example>",
    "<link rel=stylesheet href=//evil.example>",
    "<meta http-equiv=refresh content=0>",
    "<style>*{display:none}</style>",
    "<form action=//evil.example><input>",
    "<details open ontoggle=alert(1)>",
    "<a href=javascript:alert(1)>tap</a>",
    "<math><mi xlink:href=javascript:alert(1)",
    "<input autofocus onfocus=alert(1)>",
    "<video src=//evil.example onerror=alert(1)",
    "<template><script>alert(1)</script>",
    "<!--",
    "--><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<plaintext>",
    "<noscript><p title=</noscript><img src=x>",
)
"""What a page that took names for markup would build."""

ESCAPES: Final = (
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;&quot;&#39;&#x3c;",
    "&nbsp;",
    "' onclick=alert(1) x='",
    '" autofocus onfocus=alert(1) "',
    "` onmouseover=alert(1) `",
    "'; DROP TABLE lines; --",
    "1' OR '1'='1",
    "\\u003cscript\\u003ealert(1)",
    "\\x3cimg src=x onerror=alert(1)\\x3e",
    "\\",
    '"',
    "'",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "url(//evil.example)",
    "../../../../etc/passwd",
    "$(reboot)",
    "; shutdown -h now",
)
"""What another language might read as its own."""

TEMPLATES: Final = (
    "{name}",
    "{0.__class__}",
    "{player:de} {hand:up}",
    "{{7*7}}",
    "{% include 'x' %}",
    "${alert(1)}",
    "%s %(name)s %n",
    "one|many",
    "__proto__",
    "constructor",
)
"""What fills holes, or is a hole."""

LETTERS: Final = (
    "שלום אבא",
    "مرحبا <b>",
    "W" * 40,
    "👩‍👩‍👧‍👦 & 👩‍👦",
    "Z̴̢̛a̵l̶g̷o̸",
)
"""From right to left, wide, put together, piled up."""

HOSTILE: Final = (*MARKUP, *ESCAPES, *TEMPLATES, *LETTERS)

NOT_PRINTED: Final = (
    "Ann\u202egnp.exe",
    "a\x00b",
    "a\nb",
    "\x1b[31m",
    "a\u2028b",
    "\ufeff",
    "\u200e",
    "",
)
"""What cannot be seen on one line is no name at all."""
