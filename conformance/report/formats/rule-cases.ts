import type { TestCase, TestRun, TestSuite, TestVerdict } from '../../../shared/report/test-run.ts';
import { certificateText } from '../certificate.ts';
import { type FailedRule, failedRules, gradedRules, timeByRule } from '../failures.ts';
import { grouped } from '../grouped.ts';
import { partlyText } from '../partly.ts';
import { picturesText } from '../pictures-text.ts';
import type { Report, RuleReport } from '../report.ts';
import { failureSummary, failureText, ruleSentence } from '../terminal/failure-text.ts';
import { untestedText } from '../terminal/untested-lines.ts';

/** Further failures of a rule are left out: a format shows a few at most. */
const MOST_FAILURES = 3;

/** The report as tests: a suite for each group, and a case for each rule, named by its id. */
export function ruleCases(report: Report): TestRun {
  const { failed, warned, known } = failedRules(report);
  const cards = new Map([...failed, ...warned, ...known].map(({ rule, failures }) => [rule.id, failures]));
  const times = timeByRule(report);
  const suites = [...grouped(gradedRules(report), ({ group }) => group)].map(([group, rules]): TestSuite => {
    const warnings = rules.filter(({ verdict }) => verdict === 'warn').map(({ id, says }) => [`warning.${id}`, says]);
    return {
      name: `tryon.${group}`,
      properties: { ...propertiesOf(report), ...Object.fromEntries(warnings) },
      cases: rules.map((rule) => ruleCase(rule, cards.get(rule.id) ?? [], times.get(rule.id) ?? 0, report)),
    };
  });
  return {
    name: 'tryon conformance',
    started: report.started,
    took: report.took,
    suites: [...suites, ...harnessSuite(report)],
  };
}

function propertiesOf(report: Report): Record<string, string> {
  const { tool, target, options, suite } = report;
  const pictures = picturesText(report);
  return {
    tool: `${tool.name} ${tool.version}`,
    suite: [suite.version, suite.digest].filter(Boolean).join(' '),
    verdict: [report.conclusion, certificateText(report)].filter(Boolean).join(' '),
    target: [target.name, target.version].filter(Boolean).join(' '),
    base_url: target.base_url,
    seed: options.seed,
    ...(pictures !== null && { pictures }),
  };
}

function ruleCase(rule: RuleReport, failures: FailedRule['failures'], took: number, { target }: Report): TestCase {
  const { id, counts, level, known, standing, clause, since } = rule;
  const [first] = failures;
  const problems = failures.slice(0, MOST_FAILURES).map((failure) => ({
    type: level,
    message: failureSummary(failure),
    // It has whole exchanges in it, so it is made only for a format that shows it.
    get detail() {
      return failureText(failure, { baseUrl: target.base_url });
    },
  }));
  const reason = reasonOf(rule);
  return {
    name: id,
    verdict: verdictOf(rule),
    took,
    title: ruleSentence({ rule }).replace(/ {2}/, ' '),
    ...(reason !== null && { reason }),
    problems: problems.length === 0 ? withoutCards(rule) : problems,
    assertions: counts.held + counts.violated,
    status: rule.verdict,
    tags: [level, ...(known ? ['known'] : []), ...(standing === undefined ? [] : [standing])],
    labels: { clause, ...counts, ...(since !== undefined && { since }) },
    ...(first !== undefined && { file: first.card.place.replace(/(:\d+)+$/, '') }),
  };
}

function verdictOf({ verdict, known }: RuleReport): TestVerdict {
  switch (verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return known ? 'known' : 'failed';
    case 'warn':
      return 'warned';
    case 'error':
      return 'error';
    default:
      return 'skipped';
  }
}

function reasonOf(rule: RuleReport): string | null {
  if (rule.verdict === 'pass') return partlyText(rule);
  if (rule.verdict === 'fail') return rule.known ? `known failure: ${rule.says}` : null;
  return rule.verdict === 'warn' || rule.verdict === 'error' ? null : untestedText(rule);
}

/** A verdict that must show in every format, though no failure was recorded. */
function withoutCards({ verdict, level }: RuleReport): TestCase['problems'] & object {
  if (verdict === 'fail') return [{ type: level, message: '', detail: '' }];
  if (verdict !== 'error') return [];
  return [{ type: 'harness', message: 'the harness failed; see the suite tryon.harness', detail: '' }];
}

/** Faults of the harness belong to no rule, so they have a suite of their own. */
function harnessSuite(report: Report): TestSuite[] {
  if (report.errors.length === 0) return [];
  const cases = report.errors.map(({ instance, message }, index): TestCase => {
    const [first = ''] = message.split('\n');
    const problems = [{ type: 'harness', message: first, detail: message }];
    return { name: instance ?? `fault ${index + 1}`, verdict: 'error', took: 0, problems, tags: ['harness'] };
  });
  return [{ name: 'tryon.harness', properties: propertiesOf(report), cases }];
}
