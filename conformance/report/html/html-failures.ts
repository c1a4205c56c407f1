import { counted } from '../../../shared/counted.ts';
import { html, type Markup } from '../../../shared/report/markup.ts';
import type { Exchange } from '../../effects/http/exchange.ts';
import type { TapeEntry } from '../../effects/tape.ts';
import type { Mismatch } from '../../suite/expectation/mismatch.ts';
import { curlScript } from '../curl/curl.ts';
import { exchangesOf, type FailedRule, type Failure, failedRules, sparesText } from '../failures.ts';
import type { Report } from '../report.ts';
import { byRoot, firstFacts } from '../roots.ts';
import { failureSummary, pointerText } from '../terminal/failure-text.ts';
import { entryText, prettyJson, shortened, shown } from '../terminal/wire-text.ts';

/** The failures of a rule that are shown whole; the others get a line each, so that the page stays small. */
const WHOLE_CARDS = 3;
/** Where more rules than these fail, one failure of each is shown whole. */
const MANY_RULES = 60;
/** A longer chain, such as one that polled for hours, is shown from its end. */
const MOST_STEPS = 40;
/** Longer bodies are cut here; the JSON report has them whole. */
const LONGEST_BODY = 12_000;

/** A card for each rule that failed, then those that warned, then the failures that are known. */
export function failuresSection(report: Report): Markup {
  const { failed, warned, known } = failedRules(report);
  const roots = new Map(
    byRoot(failed, warned).flatMap(({ root, followers }) => followers.map((one) => [one.rule.id, root.rule.id])),
  );
  return html`${cards('Failures', 'fail', failed, { report, roots })}
${cards('Warnings', 'warn', warned, { report, roots })}
${cards('Known failures', 'known', known, { report, roots })}`;
}

/** `roots`: of each rule whose failures follow from those of another, that other. */
type Shown = { report: Report; roots: ReadonlyMap<string, string> };

function cards(title: string, kind: string, rules: readonly FailedRule[], shown: Shown): Markup | null {
  if (rules.length === 0) return null;
  return html`<section><h2>${title} <span class="count">${rules.length}</span></h2>${rules.map((rule) => card(kind, rule, shown, rules.length > MANY_RULES ? 1 : WHOLE_CARDS))}</section>`;
}

function card(kind: string, { rule, failures }: FailedRule, { report, roots }: Shown, most: number): Markup {
  const root = roots.get(rule.id);
  const whole = failures.slice(0, most);
  const others = failures.slice(most);
  return html`<article class="card ${kind}" id="${rule.id}">
<h3><a href="#${rule.id}">${rule.id}</a></h3>
<p class="says"><span class="clause">§${rule.clause}</span> ${rule.says}</p>
${root === undefined ? null : html`<p class="quiet">Follows from <a href="#${root}">${root}</a></p>`}
${rule.counter === undefined ? null : html`<p class="quiet">Lawful all the same: ${rule.counter}</p>`}
${sparesText({ rule, failures }).map((text) => html`<p class="quiet">${text.charAt(0).toUpperCase()}${text.slice(1)}</p>`)}
${whole.map((failure, index) => oneFailure(failure, report, index === 0 && kind === 'fail'))}
${others.length === 0 ? null : more(others)}
</article>`;
}

function oneFailure(failure: Failure, report: Report, open: boolean): Markup {
  const { scenario, instance, step, place } = failure.card;
  const name = instance.startsWith(scenario) ? instance : `${scenario} ${instance}`;
  return html`<div class="failure">
<p class="place">${name}, step <b>${step}</b> <span>${place}</span></p>
<table class="diff"><thead><tr><th>Where</th><th>Expected</th><th>Seen</th></tr></thead>
<tbody>${firstFacts(failure.card.mismatches).map(mismatchRow)}</tbody></table>
${chainDetails(failure, report, open)}
${reference(failure)}
${curlDetails(failure, report)}
</div>`;
}

function mismatchRow({ pointer, expected, seen }: Mismatch): Markup {
  return html`<tr><th scope="row"><code>${pointerText(pointer)}</code></th><td><code class="expected">${expected}</code></td><td><code class="seen">${shortened(shown(seen), LONGEST_BODY)}</code></td></tr>`;
}

/** The exchanges that lead to the failure; the one that shows it is open. */
function chainDetails({ chain }: Failure, { target }: Report, open: boolean): Markup | null {
  if (chain.length === 0) return null;
  const listed = chain.slice(-MOST_STEPS);
  const steps = listed.map((entry, index) => step(entry, target.base_url, open && index === listed.length - 1));
  const earlier = chain.length - listed.length;
  return html`${earlier === 0 ? null : html`<p class="quiet">${counted(earlier, 'earlier step')}, all in the JSON report</p>`}
<ol class="chain" start="${earlier + 1}">${steps}</ol>`;
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
  return html`<li><details${open ? html` open` : null}><summary><code>${asked}</code> ${chip(exchange, outcome)}</summary>${parts}</details></li>`;
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
  return html`<details><summary>What an emulator of the spec answers <span class="chip">${answer.status}</span></summary>${answer.headers === undefined ? null : html`<pre class="headers">${answer.headers.join('\n')}</pre>`}<pre>${shortened(prettyJson(answer.body), LONGEST_BODY)}</pre></details>`;
}

function curlDetails({ chain }: Failure, { target }: Report): Markup | null {
  const exchanges = exchangesOf(chain);
  if (exchanges.length === 0) return null;
  const script = curlScript(exchanges, { base_url: target.base_url, headers: target.connection?.headers ?? [] });
  return html`<details><summary>Repeat it with curl</summary><div class="copied"><button type="button" data-copy>Copy</button><pre>${script}</pre></div></details>`;
}

function more(failures: readonly Failure[]): Markup {
  const items = failures.map((failure) => {
    const { instance, step } = failure.card;
    return html`<li><b>${instance}</b>, step ${step}: <code>${shortened(failureSummary(failure), LONGEST_BODY)}</code></li>`;
  });
  return html`<details><summary>${counted(failures.length, 'more time', 'more times')}</summary><ul class="plain">${items}</ul></details>`;
}
