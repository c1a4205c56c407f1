import { counted } from '../../../shared/counted.ts';
import { html, type Markup } from '../../../shared/report/markup.ts';
import { headRow } from '../../../shared/report/page.ts';
import type { Exchange } from '../../effects/http/exchange.ts';
import type { TapeEntry } from '../../effects/tape.ts';
import type { Mismatch } from '../../suite/expectation/finding.ts';
import { curlScript } from '../curl/curl.ts';
import { againText, exchangesOf, type FailedRule, type Failure, failedRules, sparesText } from '../failures.ts';
import type { Report } from '../report.ts';
import { byRoot, firstFacts } from '../roots.ts';
import { failureSummary, pointerText } from '../terminal/failure-text.ts';
import { entryText, prettyJson, shortened, valueLine } from '../terminal/wire-text.ts';

/** The number of failures of a rule that the page shows in full. The first is visible, and the others are folded. */
const WHOLE_CARDS = 3;
/** If more rules than these fail, only one failure of each is shown in full. */
const MANY_RULES = 60;
/**
 * The number of exchanges of a failure that are visible. The last one shows the failure, and the earlier ones are
 * folded.
 */
const IN_VIEW = 3;
/** The number of differences of a failure that are visible. */
const ROWS_IN_VIEW = 3;
/** Up to this number of failed rules, the exchange that shows a failure is open. */
const FEW_RULES = 3;
/** For a longer chain, such as one that polled for hours, only the end is shown. */
const MOST_STEPS = 40;
/** Longer values and lines are truncated; the JSON report has them in full. */
const LONGEST_BODY = 12_000;
const LONGEST_LINE = 300;

/** One line for each failed rule, with a link to its card. */
export function failureList(report: Report): Markup | null {
  const { failed, warned, known } = failedRules(report);
  if (failed.length === 0) return null;
  const items = failed.map(
    ({ rule }) => html`<li><a href="#${rule.id}">${rule.id}</a> <span class="quiet">${rule.says}</span></li>`,
  );
  const also = [
    warned.length === 0 ? null : html`<a href="#warnings">${counted(warned.length, 'warning')}</a>`,
    known.length === 0 ? null : html`<a href="#known-failures">${counted(known.length, 'known failure')}</a>`,
  ].filter((link) => link !== null);
  return html`<nav aria-label="Failures"><h2>${counted(failed.length, 'rule')} failed</h2><ol class="toc">${items}</ol>
${also.length === 0 ? null : html`<p class="quiet">Also: ${also.map((link, index) => html`${index === 0 ? '' : ', '}${link}`)}</p>`}</nav>`;
}

/** A card for each rule that failed, then for each that warned, then for each known failure. */
export function failuresSection(report: Report): Markup {
  const { failed, warned, known } = failedRules(report);
  const roots = new Map(
    byRoot(failed, warned).flatMap(({ root, followers }) => followers.map((one) => [one.rule.id, root.rule.id])),
  );
  return html`${cards('Failures', 'fail', failed, { report, roots })}
${cards('Warnings', 'warn', warned, { report, roots })}
${cards('Known failures', 'known', known, { report, roots })}`;
}

/** `roots`: the rule that causes the failures of another one. */
type Shown = { report: Report; roots: ReadonlyMap<string, string> };

function cards(title: string, kind: string, rules: readonly FailedRule[], shown: Shown): Markup | null {
  if (rules.length === 0) return null;
  const anchor = title.toLowerCase().replaceAll(' ', '-');
  const most = rules.length > MANY_RULES ? 1 : WHOLE_CARDS;
  return html`<section id="${anchor}"><h2>${title} <span class="count">${rules.length}</span></h2>${rules.map((rule) => card(kind, rule, shown, { most, open: rules.length <= FEW_RULES }))}</section>`;
}

/** `most`: the number of failures to show in full. `open`: whether the exchange that shows the first one is open. */
type CardShape = { most: number; open: boolean };

function card(
  kind: string,
  { rule, failures }: FailedRule,
  { report, roots }: Shown,
  { most, open }: CardShape,
): Markup {
  const root = roots.get(rule.id);
  const [first, ...others] = failures;
  const rest = others.length === 0 ? null : more(others, report, most - 1);
  return html`<article class="card ${kind}" id="${rule.id}">
<h3><a href="#${rule.id}">${rule.id}</a></h3>
<p class="says"><span class="clause">§${rule.clause}</span> ${rule.says}</p>
${root === undefined ? null : html`<p class="quiet">Follows from <a href="#${root}">${root}</a></p>`}
${rule.counter === undefined ? null : html`<p class="quiet">Lawful all the same: ${rule.counter}</p>`}
${sparesText({ rule, failures }).map((text) => html`<p class="quiet">${text.charAt(0).toUpperCase()}${text.slice(1)}</p>`)}
${first === undefined ? null : kind === 'fail' ? oneFailure(first, report, open, rest) : foldedFailure(first, report, rest)}
</article>`;
}

/** A violation that does not make a server non-conformant is folded into one line. */
function foldedFailure(failure: Failure, report: Report, rest: Markup | null): Markup {
  return html`<details><summary><code>${shortened(failureSummary(failure), LONGEST_LINE)}</code></summary>${oneFailure(failure, report, false, rest)}</details>`;
}

/** `rest`: further details below the failure. */
function oneFailure(failure: Failure, report: Report, open: boolean, rest: Markup | null = null): Markup {
  const { scenario, instance, step, place } = failure.card;
  const name = instance.startsWith(scenario) ? instance : `${scenario} ${instance}`;
  return html`<div class="failure">
<p class="place">${name}, step <b>${step}</b> <span>${place}</span></p>
${differences(firstFacts(failure.card.mismatches))}
${chainDetails(failure, report, open)}
${reference(failure)}
${curlDetails(failure, report)}
<details class="beside"><summary>Run it again</summary>${copied(againText(failure, report))}</details>
${rest}
</div>`;
}

function differences(mismatches: readonly Mismatch[]): Markup {
  const folded = mismatches.slice(ROWS_IN_VIEW);
  return html`${differenceTable(mismatches.slice(0, ROWS_IN_VIEW))}
${folded.length === 0 ? null : html`<details><summary>${counted(folded.length, 'more difference')}</summary>${differenceTable(folded)}</details>`}`;
}

function differenceTable(mismatches: readonly Mismatch[]): Markup {
  return html`<table class="diff">${headRow(['Where', 'Expected', 'Seen'])}
<tbody>${mismatches.map(mismatchRow)}</tbody></table>`;
}

function mismatchRow({ pointer, expected, seen }: Mismatch): Markup {
  return html`<tr><th scope="row"><code>${pointerText(pointer)}</code></th><td><code class="expected">${shortened(expected, LONGEST_BODY)}</code></td><td><code class="seen">${shortened(valueLine(seen), LONGEST_BODY)}</code></td></tr>`;
}

/** The exchanges that lead to the failure. The last one shows it, and the earlier ones are folded. */
function chainDetails({ chain }: Failure, { target }: Report, open: boolean): Markup | null {
  if (chain.length === 0) return null;
  const cut = Math.max(chain.length - MOST_STEPS, 0);
  const folded = Math.max(chain.length - IN_VIEW, cut);
  const steps = (from: number, to: number) =>
    html`<ol class="chain" start="${from + 1}">${chain.slice(from, to).map((entry, index) => step(entry, target.base_url, open && from + index === chain.length - 1))}</ol>`;
  const left = cut === 0 ? null : html`<p class="quiet">${counted(cut, 'earlier step')}, all in the JSON report</p>`;
  return html`${folded === 0 ? null : html`<details><summary>${counted(folded, 'earlier step')}</summary>${left}${steps(cut, folded)}</details>`}
${steps(folded, chain.length)}`;
}

function step(entry: TapeEntry, baseUrl: string, open: boolean): Markup {
  const { asked, sent, outcome, got } = entryText(entry, baseUrl);
  const exchange = entry.kind === 'exchange' ? entry.exchange : null;
  const parts = [
    exchange === null ? null : headers(Object.entries(exchange.request.headers)),
    body(sent),
    outcome === null ? null : html`<p class="outcome">${outcome}</p>`,
    exchange?.answer == null ? null : headers(exchange.answer.headers),
    body(got),
  ];
  return html`<li><details${open ? html` open` : null}><summary><code>${shortened(asked, LONGEST_LINE)}</code> ${chip(exchange, outcome)}</summary>${parts}</details></li>`;
}

function chip(exchange: Exchange | null, outcome: string | null): Markup {
  if (exchange === null) return html`<span class="chip">${outcome}</span>`;
  const status = exchange.answer?.status;
  const kind = status === undefined || status >= 500 ? 'bad' : status >= 400 ? 'odd' : 'good';
  return html`<span class="chip ${kind}">${status ?? exchange.silence}</span>`;
}

function headers(list: readonly (readonly [string, string])[]): Markup | null {
  if (list.length === 0) return null;
  return html`<pre class="headers">${list.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>`;
}

function body(text: string | null): Markup | null {
  return text === null ? null : html`<pre>${shortened(text, LONGEST_BODY)}</pre>`;
}

function reference({ card: { reference: answer } }: Failure): Markup | null {
  if (answer === null) return null;
  return html`<details class="beside"><summary>Answer of the emulator <span class="chip">${answer.status}</span></summary>${answer.headers === undefined ? null : html`<pre class="headers">${answer.headers.join('\n')}</pre>`}<pre>${shortened(prettyJson(answer.body), LONGEST_BODY)}</pre></details>`;
}

function curlDetails({ chain }: Failure, { target }: Report): Markup | null {
  const exchanges = exchangesOf(chain);
  if (exchanges.length === 0) return null;
  const script = curlScript(exchanges, { base_url: target.base_url, headers: target.connection?.headers ?? [] });
  return html`<details class="beside"><summary>Repeat it with curl</summary>${copied(script)}</details>`;
}

function copied(text: string): Markup {
  return html`<div class="copied"><button type="button" data-copy>Copy</button><pre>${text}</pre></div>`;
}

/** The other failures of a rule, folded: the first `most` in full, and one line for each of the rest. */
function more(failures: readonly Failure[], report: Report, most: number): Markup {
  const items = failures.slice(most).map((failure) => {
    const { instance, step } = failure.card;
    return html`<li><b>${instance}</b>, step ${step}: <code>${shortened(failureSummary(failure), LONGEST_BODY)}</code></li>`;
  });
  return html`<details class="beside"><summary>${counted(failures.length, 'more occurrence', 'more occurrences')}</summary>${failures.slice(0, most).map((failure) => oneFailure(failure, report, false))}
${items.length === 0 ? null : html`<ul class="plain">${items}</ul>`}</details>`;
}
