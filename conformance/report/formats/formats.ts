import { BADGE_COLOURS, badgeSvg } from '../../../shared/report/badge.ts';
import { type CtrfReport, ctrfReport as ctrfOf } from '../../../shared/report/ctrf.ts';
import { annotations as annotationsOf, markdownSummary } from '../../../shared/report/github.ts';
import { junitReport as junitOf } from '../../../shared/report/junit.ts';
import type { TestCase, TestRun, TestSuite, TestVerdict } from '../../../shared/report/test-run.ts';
import { visible } from '../../../shared/visible.ts';
import { mapTexts } from '../../effects/secrets/map-texts.ts';
import type { Conclusion } from '../../judge/verdicts.ts';
import { certificateText } from '../certificate.ts';
import { type FailedRule, failedRules, gradedRules, timeByRule } from '../failures.ts';
import { grouped } from '../grouped.ts';
import { partlyText } from '../partly.ts';
import type { Certificate, GroupReport, Report, RuleReport } from '../report.ts';
import { picturesText } from '../run-texts.ts';
import { failureSummary, failureText, ruleSentence } from '../terminal/failure-text.ts';
import { untestedText } from '../terminal/section-lines.ts';

export function junitReport(report: Report): string {
  return junitOf(ruleCases(report));
}

/** The report as Markdown, for the page of a CI run or a pull request. */
export function summary(report: Report): string {
  const { conclusion, target } = report;
  return markdownSummary(
    ruleCases(report),
    [conclusion, certificateText(report), target.name].filter(Boolean).join(', '),
  );
}

/** The failed rules as workflow commands of GitHub Actions. */
export function annotations(report: Report): string {
  return annotationsOf(ruleCases(report));
}

/** The report in the Common Test Report Format, with additional facts of a conformance run. */
export function ctrfReport(report: Report): CtrfReport {
  const { tool, target, features, drivers, options, requests } = report;
  const facts = {
    tool: { name: tool.name, version: tool.version },
    environment: {
      appName: target.name,
      ...(target.version !== null && { appVersion: target.version }),
      extra: { base_url: target.base_url, spec: target.spec, features, drivers, options, requests },
    },
    extra: {
      conclusion: report.conclusion,
      exit_code: report.exit_code,
      ...(report.certificate !== undefined && { certificate: report.certificate }),
      groups: report.groups,
      suite: report.suite,
    },
  };
  return mapTexts(ctrfOf(ruleCases(report), facts), { text: visible });
}

/** Further failures of a rule are left out: the formats show only a few. */
const MOST_FAILURES = 3;

/** The report as tests: a suite for each group, and a case for each rule, named by its id. */
function ruleCases(report: Report): TestRun {
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
    // A getter, since the text has whole exchanges and not every format needs it.
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

/** The problem of a verdict for which no failure was recorded, but which every format must show. */
function withoutCards({ verdict, level }: RuleReport): TestCase['problems'] & object {
  if (verdict === 'fail') return [{ type: level, message: '', detail: '' }];
  if (verdict !== 'error') return [];
  return [{ type: 'harness', message: 'the harness failed; see the suite tryon.harness', detail: '' }];
}

/** Internal errors of the kit belong to no rule, so they have their own suite. */
function harnessSuite(report: Report): TestSuite[] {
  if (report.errors.length === 0) return [];
  const cases = report.errors.map(({ instance, message }, index): TestCase => {
    const [first = ''] = message.split('\n');
    const problems = [{ type: 'harness', message: first, detail: message }];
    return { name: instance ?? `fault ${index + 1}`, verdict: 'error', took: 0, problems, tags: ['harness'] };
  });
  return [{ name: 'tryon.harness', properties: propertiesOf(report), cases }];
}

const COLOURS: Record<Conclusion, string> = {
  conformant: BADGE_COLOURS.good,
  'non-conformant': BADGE_COLOURS.bad,
  incomplete: BADGE_COLOURS.open,
  error: BADGE_COLOURS.none,
};

/** How many of the must rules passed. */
export function badge(report: {
  conclusion: Conclusion;
  groups: readonly Pick<GroupReport, 'must'>[];
  certificate?: Pick<Certificate, 'text'>;
}): string {
  const { conclusion } = report;
  return badgeSvg({
    label: 'tryon conformance',
    value: badgeText(report),
    note: conclusion,
    colour: COLOURS[conclusion],
  });
}

/** `61/63 must in core; webhooks declared off (50)`. A run that checked nothing or broke has no number. */
function badgeText({ conclusion, groups, certificate }: Parameters<typeof badge>[0]): string {
  const passed = groups.reduce((sum, { must }) => sum + must.passed, 0);
  const total = groups.reduce((sum, { must }) => sum + must.total, 0);
  if (conclusion === 'error') return 'error';
  if (total === 0) return 'nothing checked';
  const text = certificate?.text ?? '';
  const joint = text.startsWith('in ') ? ' ' : '; ';
  return `${passed}/${total} must${text === '' ? '' : joint + text}`;
}
