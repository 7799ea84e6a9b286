#!/usr/bin/env python3
"""Draws a page that `git libra replay --html` wrote, light, dark and printed, and looks at the pictures.

  report_page.py PAGE.html OUTPUT_DIRECTORY

Needs Debian's chromium. Exits with 1 where the page asks for anything outside of itself, where a picture is blank, where
the dark one is not dark, or where a link leads nowhere on the page. The pictures stay in the directory for people.
"""

import pathlib
import re
import shutil
import struct
import subprocess
import sys
import zlib


def pixels(path):
    """Brightness of every pixel of an 8-bit RGB or RGBA picture, as rows."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        at += 12 + size
    assert depth == 8 and colour in (2, 6), (depth, colour)
    step = 3 if colour == 2 else 4
    raw, line, rows, before = zlib.decompress(packed), width * step, [], bytearray(width * step)
    for row in range(height):
        start = row * (line + 1)
        how, now = raw[start], bytearray(raw[start + 1 : start + 1 + line])
        for x in range(line):
            left = now[x - step] if x >= step else 0
            above, corner = before[x], before[x - step] if x >= step else 0
            if how == 1:
                now[x] = (now[x] + left) & 255
            elif how == 2:
                now[x] = (now[x] + above) & 255
            elif how == 3:
                now[x] = (now[x] + (left + above) // 2) & 255
            elif how == 4:
                guess = left + above - corner
                near = min((abs(guess - left), 0, left), (abs(guess - above), 1, above), (abs(guess - corner), 2, corner))
                now[x] = (now[x] + near[2]) & 255
        rows.append([sum(now[x : x + 3]) / 3 for x in range(0, line, step)])
        before = now
    return rows


def draw(page, picture, *more):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        sys.exit("chromium is not installed")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,2200"]
    address = page.resolve().as_uri()
    subprocess.run([*command, *more, f"--screenshot={picture}", address], check=True, capture_output=True, timeout=120)
    return pixels(picture)


def main():
    page, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    html = page.read_text(encoding="utf-8")
    wrong = []
    for outside in re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"|https?://|@import|url\(|<script", html):
        wrong.append(f"reaches outside: {outside}")
    ids = set(re.findall(r"\bid=\"([^\"]+)\"", html))
    for link in set(re.findall(r"href=\"#([^\"]+)\"", html)) - ids:
        wrong.append(f"a link leads nowhere: #{link}")
    for opening in ("svg", "details", "table", "figure", "a", "pre"):
        if len(re.findall(rf"<{opening}[ >]", html)) != html.count(f"</{opening}>"):
            wrong.append(f"<{opening}> is not closed everywhere")
    looks = {"light": (), "dark": ("--blink-settings=preferredColorScheme=0",), "print": ()}
    brightness = {}
    for name, more in looks.items():
        shown = page
        if name == "print":
            # What print media would show, drawn on the screen.
            shown = out / "as-printed.html"
            shown.write_text(html.replace("@media print", "@media all"), encoding="utf-8")
        rows = draw(shown, out / f"{name}.png", *more)
        flat = [value for row in rows[::3] for value in row[::3]]
        brightness[name] = sum(flat) / len(flat)
        if max(flat) - min(flat) < 100:
            wrong.append(f"the {name} picture is blank")
    if not brightness["dark"] < 100 < brightness["light"]:
        wrong.append(f"dark is not dark: {brightness}")
    print("\n".join(wrong) or f"nothing is wrong; brightness {brightness}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
