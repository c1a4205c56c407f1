import { PAGE_STYLE } from './page-style.ts';

const VERDICTS = `
.pass { --tone: var(--good); --soft: var(--good-tint); }
.fail, .error { --tone: var(--bad); --soft: var(--bad-tint); }
.warn, .known { --tone: var(--warn); --soft: var(--warn-tint); }
.inconclusive { --tone: var(--busy); --soft: var(--busy-tint); }
.not_applicable { --tone: var(--ink-soft); --soft: var(--raised); }
.conformant { --tone: var(--good); --soft: var(--good-tint); }
.non-conformant { --tone: var(--bad); --soft: var(--bad-tint); }
.incomplete { --tone: var(--busy); --soft: var(--busy-tint); }
`;

const LAYOUT = `
main, footer { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: break-word; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.25rem; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
section { margin: 2.75rem 0; }
p { margin: .35rem 0; }
code, b { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .7rem .85rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
  overflow: auto; max-height: 28rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.headers { color: var(--ink-soft); border-style: dashed; background: none; }
.quiet, .why { color: var(--ink-soft); }
.count { color: var(--ink-soft); font-weight: 400; }
.clause { color: var(--ink-soft); white-space: nowrap; }
.plain { margin: .35rem 0; padding-left: 1.1rem; }
.top { padding-top: 2.5rem; }
.kind { color: var(--ink-soft); text-transform: uppercase; letter-spacing: .08em; font-size: .78rem; }
.where { color: var(--ink-soft); }
.conclusion { margin: 1.1rem 0; padding: .8rem 1rem; border-radius: 8px; background: var(--soft); border-left: 5px solid var(--tone); }
.conclusion strong { color: var(--tone); text-transform: uppercase; letter-spacing: .04em; margin-right: .5rem; }
.tiles { list-style: none; margin: 1rem 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .85rem; color: var(--ink-soft); }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.25; color: var(--tone); }
footer { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; padding: 1.25rem; color: var(--ink-soft); font-size: .85rem; border-top: 1px solid var(--line); }
footer span { overflow-wrap: anywhere; }
`;

const TABLES = `
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem; border-top: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--ink-soft); font-size: .82rem; border-top: 0; }
.groups tbody th { font-weight: 600; white-space: nowrap; }
.groups .wide { width: 35%; }
.bar { display: flex; gap: 2px; height: .7rem; margin-top: .42rem; border-radius: 4px; overflow: hidden; background: var(--raised); }
.bar i { background: var(--ink-soft); min-width: 3px; opacity: .55; }
.bar .pass { background: var(--good); opacity: 1; }
.bar .fail { background: var(--bad); opacity: 1; }
.diff { margin: .5rem 0; table-layout: fixed; }
.diff td, .diff th { padding-block: .25rem; }
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
.filters label:has(:checked) { border-color: var(--ink); font-weight: 600; }
.filters label:has(:focus-visible) { outline: 2px solid var(--busy); outline-offset: 1px; }
.filters input[type=radio] { position: absolute; opacity: 0; }
.filters input[type=search] { margin-left: auto; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card); color: var(--ink); font: inherit; min-width: 12rem; }
tr[hidden] { display: none !important; }
.sentences td:first-child { border-left: 5px solid var(--tone); }
.sentences td:nth-child(2) { width: 45%; }
.sentences tr { scroll-margin-top: 1rem; }
.sentences tr:target td { background: var(--soft); }
`;

/** A CSS rule for each verdict, since CSS cannot compare a checked input with an attribute. */
const FILTERS = ['pass', 'fail', 'known', 'warn', 'inconclusive', 'not_applicable', 'error']
  .map((verdict) => `.rules:has([value=${verdict}]:checked) tbody tr:not([data-verdict=${verdict}]) { display: none; }`)
  .join('\n');

const CARDS = `
.card { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--tone); border-radius: 8px; padding: .9rem 1.1rem; margin: .9rem 0; scroll-margin-top: 1rem; }
.card:target { box-shadow: 0 0 0 2px var(--tone); }
.card > h3 a { text-decoration: none; font-family: var(--mono); color: var(--tone); }
.says { font-size: 1.05rem; }
.place { color: var(--ink-soft); font-size: .9rem; overflow-wrap: anywhere; }
.place span { margin-left: .75rem; }
.failure + .failure { margin-top: 1rem; padding-top: .8rem; border-top: 1px solid var(--line); }
details.card { padding: .35rem 1.1rem; margin: .4rem 0; }
.ids code { margin-right: .5rem; }
details { margin: .35rem 0; }
.beside:not([open]) { display: inline-block; margin: 0 1.5rem 0 0; }
summary { cursor: pointer; padding: .15rem 0; }
.fold > summary > h2, .fold > summary > h3 { display: inline; }
.fold > summary + * { margin-top: .75rem; }
.toc { list-style: none; margin: 0; padding: 0; }
.toc li { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.toc a { font-family: var(--mono); font-size: .92em; margin-right: .5rem; }
nav { margin: 2rem 0; }
.chain { margin: .3rem 0; padding-left: 1.6rem; }
.chain li::marker { color: var(--ink-soft); font-size: .85rem; }
.chip { display: inline-block; padding: 0 .45rem; border-radius: 4px; font-size: .85rem; background: var(--raised); color: var(--ink-soft); }
.chip.good { background: var(--good-tint); color: var(--good); }
.chip.odd { background: var(--warn-tint); color: var(--warn); }
.chip.bad { background: var(--bad-tint); color: var(--bad); }
.outcome { color: var(--ink-soft); font-size: .9rem; margin-top: .6rem; }
.copied { position: relative; }
.copied button { display: none; position: absolute; top: .4rem; right: .5rem; font: inherit; font-size: .82rem; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 5px; background: var(--card); color: var(--ink); cursor: pointer; }
`;

/** On a phone, a table row is a block with its cells below each other. */
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
  .diff td:nth-child(2)::before { content: "expected "; color: var(--ink-soft); }
  .diff td:nth-child(3)::before { content: "seen "; color: var(--ink-soft); }
  .list td:empty { display: none; }
  .rules .list td { display: inline-block; margin-right: .75rem; max-width: 100%; }
  .list, .list tbody, .list tr { max-width: 100%; overflow-wrap: anywhere; }
  .rules .list td:nth-child(3) { display: block; margin: 0; }
  .list .time { text-align: left; }
  .filters input[type=search] { margin-left: 0; width: 100%; }
  .chain { padding-left: 1.1rem; }
}
@media print { .filters, .copied button { display: none; } pre { max-height: none; } .fold::details-content { content-visibility: visible; } }
`;

export const REPORT_STYLE = [PAGE_STYLE, VERDICTS, LAYOUT, TABLES, FILTERS, CARDS, PHONE].join('');
