"""Pages that are not what they seem, fragments, and links that name nothing to ask."""

from __future__ import annotations

from tests.probe.table import ARTICLE, WORDS, also, fixed, page, sends_to

# --- pages that are not what they seem ----------------------------------------------------------------

NAV = "<nav>" + "<a href=/x>Products and more</a> " * 60 + "</nav>"
fixed("/soft-404", "broken", "soft-404", body="<html><body>Page not found</body></html>")
fixed("/soft-404-title", "broken", "soft-404", body=page("404 - Page Not Found | Site", "Go home"))
fixed("/soft-404-zh", "broken", "soft-404", body=page("提示", "<p>您访问的页面不存在</p>"))
fixed("/soft-404-long", "broken", "soft-404", body=page("Page not found | Site", "<h1>404</h1>" + NAV))
fixed(
    "/about-404", "alive", body=page("404 Not Found - HTTP | Docs", f"<h1>404 Not Found</h1><p>{WORDS * 40}")
)
fixed("/about-missing-pages", "alive", body=page("Why a page was not found", f"<p>{WORDS * 40}"))
fixed("/challenge", "blocked", "challenge", body=page("Just a moment...", "Checking your browser"))
fixed("/challenge-403", "blocked", "challenge", status=403, body=page("Attention Required! | Wall"))
fixed("/challenge-503", "blocked", "challenge", status=503, body=page("One more step", "captcha"))
fixed("/challenge-field", "blocked", "challenge", status=403, body=ARTICLE, Cf_Mitigated="challenge")
fixed("/challenge-zh", "blocked", "challenge", body=page("安全验证", "请完成安全验证后继续访问"))
fixed("/login-form", "blocked", "login", body=page("Sign in | Site", "<form><input type=password></form>"))
fixed("/login", "alive", body=page("Sign in", "<form><input type=password></form>"))
sends_to("/members/paper", "/login?next=/members/paper", "blocked", "login")
fixed("/parked", "broken", "parked", body=page("example.test", "This domain is for sale! Buy this domain."))
fixed("/parked-zh", "broken", "parked", body=page("域名", "该域名正在出售"))
fixed(
    "/lying-type.pdf",
    "broken",
    "soft-404",
    body=b"<html><body>Page not found</body></html>",
    type_="text/html",
)

# --- fragments ----------------------------------------------------------------------------------------

ANCHORS = page(
    "Anchors", "<h2 id=here>x</h2><a name='old style'>y</a><i id=user-content-readme></i><b id='节'></b>"
)
fixed("/anchors", "alive", body=ANCHORS)
also("{base}/anchors#here", "alive")
also("{base}/anchors#old%20style", "alive")
also("{base}/anchors#readme", "alive")
also("{base}/anchors#节", "alive")
also("{base}/anchors#%E8%8A%82", "alive")
also("{base}/anchors#top", "alive")
also("{base}/anchors#", "alive")
also("{base}/anchors#:~:text=Anchors", "alive")
also("{base}/anchors#absent", "broken", "fragment")
also("{base}/anchors#Here", "broken", "fragment")
also("{base}/plain#anything", "alive")
also("{base}/endless#far-below", "alive")
sends_to("/to-anchor", "/anchors#here", "alive")
also("{base}/to-anchor#absent", "alive")
also("{base}/302#absent", "broken", "fragment")

# --- links that name nothing to ask -------------------------------------------------------------------

also("http://xn--/", "broken", "malformed")
also("http://", "broken", "malformed")
also("not a link", "broken", "malformed")
also("http://[::1/", "broken", "malformed")
also("http://a..b/", "broken", "malformed")
also("http://127.0.0.1:99999/", "broken", "malformed")
also("http://user:secret@127.0.0.1/", "refused", "credentials")
also("http://127.0.0.1\\@169.254.169.254/", "broken", "malformed")
also("http://127.1/", "refused", "address")
also("http://2130706433/", "refused", "address")
also("http://0x7f.1/", "refused", "address")
also("http://0177.0.0.1/", "refused", "address")
also("http://１２７.0.0.1/", "refused", "address")
also("http://[::ffff:127.0.0.1]/", "refused", "address")
also("http://169.254.169.254/", "refused", "address")
also("mailto:someone@public.test", "unsupported", "scheme")
also("ftp://public.test/file", "unsupported", "scheme")
also("file:///etc/passwd", "unsupported", "scheme")
