/** The style of every page, of the console and of reports: colors by meaning, light and dark, and fonts. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f6f6f3;
  --card: #ffffff;
  --raised: #f0f0ec;
  --ink: #1c211f;
  --ink-soft: #5a635f;
  --line: #dddfd9;
  --accent: #0f766e;
  --on-accent: #ffffff;
  --good: #1a6b37;
  --good-tint: #dff3e4;
  --bad: #a6192e;
  --bad-tint: #fce4e6;
  --warn: #8a5300;
  --warn-tint: #fdeccc;
  --busy: #1d4f9e;
  --busy-tint: #e1ebfb;
  --shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 4px 16px rgb(0 0 0 / 4%);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121615;
    --card: #1a201e;
    --raised: #232a28;
    --ink: #e7ebe8;
    --ink-soft: #a1aca7;
    --line: #313a37;
    --accent: #4fd1c1;
    --on-accent: #08211e;
    --good: #7fdc9c;
    --good-tint: #17331f;
    --bad: #ff9aa5;
    --bad-tint: #401a20;
    --warn: #f3c06b;
    --warn-tint: #3a2c10;
    --busy: #9ec1ff;
    --busy-tint: #1a2b49;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%);
  }
}

* {
  box-sizing: border-box;
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font:
    15px / 1.5 system-ui,
    "Segoe UI",
    Roboto,
    "Helvetica Neue",
    "DejaVu Sans",
    sans-serif;
}
a {
  color: var(--accent);
  text-underline-offset: 2px;
}
.mono,
code,
pre {
  font-family: var(--mono);
  font-size: 0.86em;
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
`;
