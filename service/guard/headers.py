"""What every answer says to the browser.

Pages may load nothing from elsewhere, run no script but files of this server, and stand in no frame
but its own. Reports (`report_policy`) are documents that need nothing else: their one script is
allowed by its digest, and they may neither ask this server nor be taken for a page of it.
"""

import base64
import hashlib
from typing import Final

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'self'"
)

ALWAYS: Final = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
"""Headers of every answer that does not say otherwise."""


def report_policy(script: str) -> str:
    """Return the policy of a report: this script and no other, its own styles, no requests."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
        "sandbox allow-scripts"
    )
