import { atMostWords, type CliCommand, EXIT } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { type Estimate, estimateRun } from '../../plan/estimate.ts';
import { DRIVERS } from '../../suite/vocabulary.ts';
import { openChecked, ownPathsOf } from '../own-suite.ts';
import { say } from '../print.ts';
import { CHOICE_FLAGS, runOptions } from '../run-options.ts';
import { TARGET_FLAGS, TARGET_NOTE, targetOf } from '../run-target.ts';

export const planCommand: CliCommand = {
  forms: { '[URL] [options]': '' },
  flags: { ...TARGET_FLAGS, ...CHOICE_FLAGS, json: { about: 'print the estimate as JSON', group: 'Output' } },
  notes: `No request is sent. The drivers of the target are assumed to work, and features to be on unless the target says otherwise.

${TARGET_NOTE}`,
  examples: {
    'A server without drivers': 'tryon-conformance plan http://127.0.0.1:8080 --key pk_test_demo',
    'One quarter of the suite, as JSON': 'tryon-conformance plan --target target.yaml --shard 1/4 --json',
  },
  run: async (flags, [url, ...words]) => {
    atMostWords(words, 0);
    const { suite, context } = openChecked(ownPathsOf(flags));
    const { only = [], groups = [], shard = null } = runOptions(flags, suite.registry);
    const target = targetOf(flags, { base_url: url });
    const estimate = estimateRun(suite, context, target, { only, groups, shard });
    const without = target.drivers.url === null ? [] : [...DRIVERS];
    const missing = without.map((driver): Missing => {
      const { rules } = estimateRun(suite, context, target, { only, groups, shard, without: driver });
      return { driver, testable: rules.testable };
    });
    say(flags, { target: target.name, ...estimate, without_driver: missing }, () =>
      [planText(target.name, estimate), ...missingLines(missing, estimate)].join('\n'),
    );
    return EXIT.fine;
  },
};

function planText(
  target: string,
  { scenarios, instances, requests, jobs, credit_units, rules, untestable }: Estimate,
): string {
  const cost = [
    `${target}: ${counted(scenarios, 'scenario')} in ${counted(instances, 'run')}, at most`,
    `  ${String(requests).padStart(6)} requests, and some more where jobs are slow`,
    `  ${String(jobs).padStart(6)} jobs`,
    `  ${String(credit_units).padStart(6)} credit units${credit_units === 0 ? ': no live key of yours is used' : ' or a multiple, as unit_costs say'}`,
    '',
    `${rules.testable} of ${rules.graded} graded rules can be tested.`,
  ];
  const lines = untestable.flatMap(({ reason, hint, rules: ids }) => [
    '',
    `${ids.length} cannot, ${reason}: ${hint}`,
    ...wrapped(ids),
  ]);
  return [...cost, ...lines].join('\n');
}

type Missing = { driver: string; testable: number };

/** What each missing driver would make possible. */
function missingLines(missing: readonly Missing[], { rules }: Estimate): string[] {
  if (missing.length === 0) return [];
  const lines = missing.map(
    ({ driver, testable }) => `  ${driver.padEnd(10)} ${String(testable).padStart(4)} of ${rules.graded}`,
  );
  return ['', 'Rules that could be tested without one of the drivers:', ...lines];
}

const WIDTH = 110;

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= WIDTH) lines[lines.length - 1] = `${last}, ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}
