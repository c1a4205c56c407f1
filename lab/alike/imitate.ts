import { writeFileSync } from 'node:fs';
import { areApart } from '../../conformance/calibrate/compare.ts';
import type { Decision } from '../../conformance/calibrate/decide.ts';
import { TWINS } from '../../conformance/calibrate/generated/twins.ts';
import { configText } from '../../conformance/calibrate/write-config.ts';
import { startEmulator } from '../../conformance/run/self-test.ts';
import type { Target } from '../../conformance/target/target.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { observe, targetAt } from './observe.ts';

/** A question that was seen of a server, and what the emulator that was calibrated on it shows there. */
export type Likeness = {
  question: string;
  /** `same`; `other`, the emulator shows something else; `unseen`, of one of them nothing is known. */
  is: 'same' | 'other' | 'unseen';
  server: string;
  twin: string;
  why: string;
};

/** Calibrates the emulator on a server, and compares what both show, question by question. `file` is for its configuration. */
export async function imitate(target: Target, file: string, only: readonly string[]): Promise<Likeness[]> {
  const server = await observe(target, only);
  writeFileSync(file, configText(target.name, QUESTIONS, server.decisions));
  const emulator = await startEmulator({ config: file, onUnexpected: () => {} });
  try {
    const twin = await observe(targetAt(emulator), only);
    return likenesses(server.decisions, twin.decisions);
  } finally {
    await emulator.close();
  }
}

/** Of each question that a run can see. */
export function likenesses(server: readonly Decision[], twin: readonly Decision[]): Likeness[] {
  const twins = new Map(twin.map((one) => [one.question, one]));
  const observed = new Set(TWINS.questions.map(({ question }) => question));
  return server
    .filter(({ question }) => observed.has(question))
    .flatMap((own) => {
      const other = twins.get(own.question);
      return other === undefined ? [] : [likeness(own, other)];
    });
}

function likeness(own: Decision, other: Decision): Likeness {
  const plain = { question: own.question, server: toldBy(own), twin: toldBy(other) };
  const silent = [own, other].find(({ sights }) => sights.length === 0);
  if (silent !== undefined) return { ...plain, is: 'unseen', why: whyOf(silent) };
  if (areApart(own, other)) return { ...plain, is: 'other', why: whyOf(own) };
  return { ...plain, is: 'same', why: '' };
}

function whyOf(decision: Decision): string {
  return decision.kind === 'set' ? 'the emulator was set to it' : decision.why;
}

function toldBy(decision: Decision): string {
  if (decision.kind === 'set') return JSON.stringify(decision.choice);
  return decision.sights[0]?.value ?? '';
}
