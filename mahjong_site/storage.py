"""Static files in production: hashed and compressed, the imports between our modules rewritten too."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Django's own switch for this also reads the type comments of vendored scripts as imports of files that do not exist.
_IMPORTS = (
    (
        r"""(?P<matched>import(?P<import>[^;"']*?)from\s*["'](?P<url>\./[^"']+)["']\s*;)""",
        """import%(import)sfrom "%(url)s";""",
    ),
    (r"""(?P<matched>import\s*["'](?P<url>\./[^"']+)["']\s*;)""", """import "%(url)s";"""),
)


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise is untyped
    """Gives imports inside `static/js` their hashed names; an import map would have to be an inline script."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))
