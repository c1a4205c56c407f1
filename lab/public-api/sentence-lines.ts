import { basename } from 'node:path';
import { tracedElsewhere, tracedScenarios } from '../../conformance/cli/traced-scenarios.ts';
import { caughtDeviations } from '../../conformance/suite/rules/caught.ts';
import { type RuleCover, sentenceCovers } from '../../conformance/suite/rules/sentence-cover.ts';
import { readSpecAnchors, SPEC_ANCHORS } from '../../conformance/suite/rules/spec-anchors.ts';
import { suiteFiles } from '../../conformance/suite/suite-files.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';

/**
 * One line for each sentence of the specification, in order: its section, hash and state, and the rules and questions
 * that cover it.
 */
export function sentenceLines(): string[] {
  const source = suiteFiles().rules.find(({ file }) => basename(file) === SPEC_ANCHORS);
  if (source === undefined) throw new Error(`scenarios/rules has no ${SPEC_ANCHORS}`);
  const loaded = shippedSuite();
  const coverOf = sentenceCovers({
    registry: loaded.suite.registry,
    scenarios: [...tracedScenarios(loaded), ...tracedElsewhere(loaded)],
    deviations: caughtDeviations(),
    questions: QUESTIONS,
  });
  return [...readSpecAnchors(source.file, source.text).anchors].flatMap(([section, anchors]) =>
    anchors.map((anchor) => {
      const { state, rules, questions } = coverOf(anchor);
      const counts = [
        `scenarios ${countOf(rules, 'scenarios')}`,
        `deviations ${countOf(rules, 'deviations')}`,
        `questions ${questions.length}`,
      ];
      const ids = rules.map(({ rule }) => rule.id).join(' ');
      return `${section === '' ? 'preface' : section} ${anchor} ${state}: ${counts.join(', ')}: ${ids}`;
    }),
  );
}

/** The number of distinct scenarios or deviations of all rules of a sentence. */
function countOf(rules: readonly RuleCover[], of: 'scenarios' | 'deviations'): number {
  return new Set(rules.flatMap((rule) => rule[of])).size;
}
