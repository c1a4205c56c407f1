import { counted } from '../../../shared/counted.ts';
import { durationText } from '../../../shared/report/lines.ts';
import { html, type Markup } from '../../../shared/report/markup.ts';
import { codeList, headRow } from '../../../shared/report/page.ts';
import { failedRules, gradedRules } from '../failures.ts';
import { partlyText } from '../partly.ts';
import { remediesFor } from '../remedies.ts';
import type { InstanceReport, Report, RuleReport } from '../report.ts';
import { answerText, notApplicable, untestedText } from '../terminal/section-lines.ts';
import { type RowChoice, rowFilters } from './row-filters.ts';

const WORDS: Record<string, string> = {
  pass: 'pass',
  fail: 'fail',
  known: 'known',
  warn: 'warn',
  inconclusive: 'not tested',
  not_applicable: 'n/a',
  error: 'fault',
};

/** What to do about the untested rules, those with the most rules first. The rules are folded. */
export function untestedSection(report: Report): Markup | null {
  const remedies = remediesFor(report);
  const off = notApplicable(report);
  if (remedies.length + off.length === 0) return null;
  const items = remedies.map(
    ({
      todo,
      reason,
      rules,
    }) => html`<details class="card inconclusive"><summary>${todo}: <b>${counted(rules.length, 'rule')}</b></summary>
<p class="ids"><span class="quiet">${reason ?? 'never checked'}:</span> ${rules.map(({ id }) => html`<code>${id}</code> `)}</p></details>`,
  );
  const names = off.map(({ group, rules }) => `${group} (${counted(rules.length, 'rule')})`).join(', ');
  const rest =
    off.length === 0 ? null : html`<p class="quiet">Does not apply, because it is proved to be off: ${names}.</p>`;
  return html`<section><h2>Not tested</h2>${items}${rest}</section>`;
}

function heading(title: string, count: number): Markup {
  return html`<h2>${title} <span class="count">${count}</span></h2>`;
}

/** All rules. The filter by verdict needs only CSS; the search appears if JavaScript runs. */
export function rulesSection(report: Report): Markup {
  const rules = gradedRules(report);
  const failing = new Set(Object.values(failedRules(report)).flatMap((list) => list.map(({ rule }) => rule.id)));
  const verdicts = Object.keys(WORDS).filter((verdict) => rules.some((rule) => verdictOf(rule) === verdict));
  const choices = verdicts.map((verdict): RowChoice => [verdict, WORDS[verdict] ?? verdict]);
  const table = html`${rowFilters('Verdict', choices, 'Search rules')}
<table class="list">${headRow(['Verdict', 'Rule', 'Says', 'Level', 'Held'])}
<tbody>${rules.map((rule) => ruleRow(rule, failing.has(rule.id)))}</tbody></table>`;
  return html`<section class="rules">${folded(heading('Rules', rules.length), table, rules.length)}</section>`;
}

function verdictOf({ verdict, known }: RuleReport): string {
  return verdict === 'fail' && known ? 'known' : verdict;
}

function ruleRow(rule: RuleReport, hasCard: boolean): Markup {
  const { id, clause, group, says, level, counts } = rule;
  const verdict = verdictOf(rule);
  const name = hasCard ? html`<a href="#${id}"><code>${id}</code></a>` : html`<code>${id}</code>`;
  const reason = verdict === 'inconclusive' ? untestedText(rule) : partlyText(rule);
  const why = reason === null ? null : html` <span class="why">${reason}</span>`;
  const tested = counts.held + counts.violated;
  const times = tested === 0 ? '' : `${counts.held} of ${tested}`;
  return html`<tr data-verdict="${verdict}"><td><span class="verdict ${verdict}">${WORDS[verdict] ?? verdict}</span></td><td>${name}</td><td><span class="clause">§${clause}</span> ${says}${why}</td><td class="quiet">${level}, ${group}</td><td class="quiet times">${times}</td></tr>
`;
}

/** What the target does where the spec leaves it open. */
export function gapsSection({ gaps }: Report): Markup | null {
  if (gaps.length === 0) return null;
  const rows = gaps.map(({ id, ask, questions = [], answers }) => {
    const observed =
      answers.length === 0 ? html`<span class="quiet">not observed</span>` : codeList(answers.map(answerText));
    const names = questions.map((name) => html` <code>${name}</code>`);
    const readings = names.length === 0 ? null : html`<div class="quiet">readings of the emulator:${names}</div>`;
    return html`<tr><td><code>${id}</code></td><td>${ask}${readings}</td><td>${observed}</td></tr>\n`;
  });
  const table = html`<p class="quiet">Behavior of the target where the spec leaves it open. It is not graded.</p>
<table class="list gaps">${headRow(['Gap', 'Question', 'Observed'])}<tbody>${rows}</tbody></table>`;
  return html`<section>${folded(heading('Gaps', gaps.length), table, gaps.length)}</section>`;
}

const OUTCOMES: Record<InstanceReport['outcome'], string> = {
  done: 'done',
  setup_failed: 'set-up failed',
  untested: 'not tested',
  crashed: 'crashed',
};

/** The arm of each scenario that ran, and its duration, slowest first. */
export function instancesSection({ instances }: Report): Markup | null {
  if (instances.length === 0) return null;
  const rows = [...instances].sort((a, b) => b.took - a.took).map(instanceRow);
  const table = html`<table class="list">${headRow(['Scenario', 'Arm', 'Row', 'Outcome', 'Time'])}<tbody>${rows}</tbody></table>`;
  return html`<section>${folded(heading('Scenarios', instances.length), table, instances.length)}</section>`;
}

function instanceRow({ scenario, arm, row, outcome, reason, detail, took }: InstanceReport): Markup {
  const why = [reason, detail].filter((text) => text !== null).join(': ');
  return html`<tr><td><code>${scenario}</code></td><td>${arm}</td><td>${row}</td><td>${OUTCOMES[outcome]}${why === '' ? null : html` <span class="why">${why}</span>`}</td><td class="time">${durationText(took)}</td></tr>
`;
}

/** A longer list is folded, so that the page stays short. */
const FEW = 8;

/** A list of `count` items below its heading. A long list is folded. */
export function folded(heading: Markup, list: Markup, count: number): Markup {
  return html`<details class="fold"${count <= FEW ? html` open` : null}><summary>${heading}</summary>${list}</details>`;
}
