/** Colors by their meaning, in a light and a dark scheme. */
const COLOURS = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1b2230; --quiet: #5d6778; --line: #dfe3ea;
  --code: #f0f2f6; --good: #177245; --bad: #b3261e; --odd: #94610a; --info: #2456a6; --off: #8a93a3;
  --good-soft: #e2f3ea; --bad-soft: #fbe6e4; --odd-soft: #fbf0da; --info-soft: #e5edf9; --off-soft: #eceef2; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12151b; --card: #1a1f28; --text: #e4e8ef; --quiet: #98a2b3; --line: #2c3442;
    --code: #12161d; --good: #5cc98f; --bad: #ff8a80; --odd: #e8b55b; --info: #8ab4f8; --off: #7d8798;
    --good-soft: #16301f; --bad-soft: #3a1b1a; --odd-soft: #352a12; --info-soft: #182742; --off-soft: #252b36; }
}
.pass { --tone: var(--good); --soft: var(--good-soft); }
.fail, .error { --tone: var(--bad); --soft: var(--bad-soft); }
.warn, .known { --tone: var(--odd); --soft: var(--odd-soft); }
.inconclusive { --tone: var(--info); --soft: var(--info-soft); }
.not_applicable { --tone: var(--off); --soft: var(--off-soft); }
.conformant { --tone: var(--good); --soft: var(--good-soft); }
.non-conformant { --tone: var(--bad); --soft: var(--bad-soft); }
.incomplete { --tone: var(--info); --soft: var(--info-soft); }
`;

const LAYOUT = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
main, footer { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.25rem; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
section { margin: 2.75rem 0; }
p { margin: .35rem 0; }
code, pre { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .7rem .85rem; background: var(--code); border: 1px solid var(--line); border-radius: 6px;
  overflow: auto; max-height: 28rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.headers { color: var(--quiet); border-style: dashed; background: none; }
a { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: 3px; }
.quiet, .why { color: var(--quiet); }
.count { color: var(--quiet); font-weight: 400; }
.clause { color: var(--quiet); white-space: nowrap; }
.plain { margin: .35rem 0; padding-left: 1.1rem; }
.top { padding-top: 2.5rem; }
.kind { color: var(--quiet); text-transform: uppercase; letter-spacing: .08em; font-size: .78rem; }
.where { color: var(--quiet); }
.conclusion { margin: 1.1rem 0; padding: .8rem 1rem; border-radius: 8px; background: var(--soft); border-left: 5px solid var(--tone); }
.conclusion strong { color: var(--tone); text-transform: uppercase; letter-spacing: .04em; margin-right: .5rem; }
.tiles { list-style: none; margin: 1rem 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .85rem; color: var(--quiet); }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.25; color: var(--tone); }
footer { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; padding: 1.25rem; color: var(--quiet); font-size: .85rem; border-top: 1px solid var(--line); }
footer span { overflow-wrap: anywhere; }
`;

const TABLES = `
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem; border-top: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-size: .82rem; border-top: 0; }
.groups tbody th { font-weight: 600; white-space: nowrap; }
.groups .wide { width: 35%; }
.bar { display: flex; gap: 2px; height: .7rem; margin-top: .42rem; border-radius: 4px; overflow: hidden; background: var(--off-soft); }
.bar i { background: var(--off); min-width: 3px; opacity: .55; }
.bar .pass { background: var(--good); opacity: 1; }
.bar .fail { background: var(--bad); opacity: 1; }
.diff { margin: .5rem 0; table-layout: fixed; }
.expected { color: var(--good); }
.seen { color: var(--bad); }
.verdict { display: inline-block; padding: 0 .5rem; border-radius: 4px; background: var(--soft); color: var(--tone); font-size: .85rem; white-space: nowrap; }
.list td:nth-child(2) { min-width: 11rem; }
.list td.times { white-space: nowrap; }
.list .why { display: block; font-size: .88rem; }
.list .time { white-space: nowrap; text-align: right; }
.gaps td:first-child { min-width: 12rem; }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: .75rem; align-items: center; }
.filters label { padding: .15rem .7rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card); cursor: pointer; }
.filters label:has(:checked) { border-color: var(--text); font-weight: 600; }
.filters label:has(:focus-visible) { outline: 2px solid var(--info); outline-offset: 1px; }
.filters input[type=radio] { position: absolute; opacity: 0; }
.filters input[type=search] { margin-left: auto; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card); color: var(--text); font: inherit; min-width: 12rem; }
tr[hidden] { display: none !important; }
`;

/** A CSS rule for each verdict, since CSS cannot compare a checked input with an attribute. */
const FILTERS = ['pass', 'fail', 'known', 'warn', 'inconclusive', 'not_applicable', 'error']
  .map((verdict) => `.rules:has([value=${verdict}]:checked) tbody tr:not([data-verdict=${verdict}]) { display: none; }`)
  .join('\n');

const CARDS = `
.card { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--tone); border-radius: 8px; padding: .9rem 1.1rem; margin: .9rem 0; scroll-margin-top: 1rem; }
.card:target { box-shadow: 0 0 0 2px var(--tone); }
.card > h3 a { text-decoration: none; font-family: ui-monospace, Menlo, Consolas, monospace; color: var(--tone); }
.says { font-size: 1.05rem; }
.place { color: var(--quiet); font-size: .9rem; overflow-wrap: anywhere; }
.place span { display: block; }
.failure + .failure { margin-top: 1rem; padding-top: .8rem; border-top: 1px solid var(--line); }
.ids code { margin-right: .5rem; }
details { margin: .35rem 0; }
summary { cursor: pointer; padding: .15rem 0; }
.chain { margin: .6rem 0; padding-left: 1.6rem; }
.chain li::marker { color: var(--quiet); font-size: .85rem; }
.chip { display: inline-block; padding: 0 .45rem; border-radius: 4px; font-size: .85rem; background: var(--off-soft); color: var(--quiet); }
.chip.good { background: var(--good-soft); color: var(--good); }
.chip.odd { background: var(--odd-soft); color: var(--odd); }
.chip.bad { background: var(--bad-soft); color: var(--bad); }
.outcome { color: var(--quiet); font-size: .9rem; margin-top: .6rem; }
.copied { position: relative; }
.copied button { display: none; position: absolute; top: .4rem; right: .5rem; font: inherit; font-size: .82rem; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 5px; background: var(--card); color: var(--text); cursor: pointer; }
`;

/** On a phone a row of a table is a block, with its cells below each other. */
const PHONE = `
@media (max-width: 40rem) {
  body { font-size: 16px; }
  h1 { font-size: 1.6rem; }
  main { padding: 0 .9rem; }
  .card { padding: .8rem; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  thead { position: absolute; left: -999rem; }
  .list tr, .groups tr, .diff tr { display: block; padding: .55rem .75rem; border-top: 1px solid var(--line); }
  .list td, .groups td, .groups th, .diff td, .diff th { display: block; border: 0; padding: .1rem 0; text-align: left; min-width: 0; width: auto; }
  .list td:nth-child(2) { min-width: 0; }
  .groups .wide { width: 100%; }
  .diff td:nth-child(2)::before { content: "expected "; color: var(--quiet); }
  .diff td:nth-child(3)::before { content: "seen "; color: var(--quiet); }
  .list td:empty { display: none; }
  .rules .list td { display: inline-block; margin-right: .75rem; }
  .rules .list td:nth-child(3) { display: block; margin: 0; }
  .list .time { text-align: left; }
  .filters input[type=search] { margin-left: 0; width: 100%; }
  .chain { padding-left: 1.1rem; }
}
@media print { .filters, .copied button { display: none; } pre { max-height: none; } }
`;

/** The style of the page, which is part of the page. */
export const PAGE_STYLE = [COLOURS, LAYOUT, TABLES, FILTERS, CARDS, PHONE].join('');
