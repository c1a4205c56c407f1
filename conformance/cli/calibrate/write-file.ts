import { EXIT, type Flags } from '../../../shared/command.ts';
import { isEqual } from '../../../shared/expression/equal.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { NEEDS_DRIVERS } from '../../calibrate/battery/battery.ts';
import type { Decision } from '../../calibrate/decision.ts';
import type { Compared } from '../../calibrate/facts/differences.ts';
import { partsFor } from '../../calibrate/fit/replay.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import { configText, sightText, spelt } from '../../calibrate/write-config.ts';
import { EXIT_CODES } from '../../judge/verdicts.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { writeNamed } from '../files.ts';
import { print, say } from '../print.ts';
import { type Fitted, fitServer, playOn } from './fit-server.ts';

/** `only`: the questions to calibrate, if not all; `until`: the instant after which nothing new is begun. */
export type Asked = {
  loaded: Loaded;
  target: Target;
  signal: AbortSignal;
  began: number;
  until: number;
  only: readonly string[] | null;
};

/** Calibrates an emulator against a server, and writes its configuration. */
export async function writeFile(flags: Flags, asked: Asked, out: string): Promise<number> {
  const { target, only, signal } = asked;
  const parts = partsFor(only, MOVES);
  const battery = await playOn(asked.loaded, target, signal, parts);
  if (signal.aborted) return EXIT.interrupted;
  if (!showsAnything(battery.facts)) return nothingSeen(target, battery);
  const isOver = () => signal.aborted || Date.now() > asked.until;
  const fitted = await fitServer(asked.loaded, battery, { signal, isOver, parts });
  const decisions = fitted.decisions.filter(({ question }) => only === null || only.includes(question));
  const { answers, after, left } = fitted;
  const beside = only === null ? { answers, left, alike: alikeIn(after) } : {};
  writeNamed(out, configText(target.name, QUESTIONS, decisions, beside), '--out');
  const facts = { compared: after.compared, alike: alikeIn(after).alike, before: alikeIn(fitted.before).alike };
  const plain = { file: out, decisions, facts, answers, differ: left, missed: battery.missed };
  const lines = only === null ? factLines(fitted) : [];
  say(flags, plain, () => [tableText(out, decisions), ...lines].join('\n'));
  return EXIT.fine;
}

export function nothingSeen({ base_url }: Target, { missed }: Pick<Fitted['battery'], 'missed'>): number {
  const [first] = missed.filter(({ why }) => !why.startsWith(NEEDS_DRIVERS));
  print(`nothing could be seen of ${base_url}: ${first?.why ?? 'no request was answered'}`);
  return EXIT_CODES.incomplete;
}

/** Without a working key, all that can be seen is how other keys are refused. */
export function showsAnything({ answers }: Fitted['battery']['facts']): boolean {
  return [...answers.values()].some(({ features }) => Number(features.get('status')) < 300);
}

function alikeIn({ compared, differ }: Compared): { alike: number; compared: number } {
  return { alike: compared - differ.length, compared };
}

const MOST_SHOWN = 10;

function factLines({ before, after, left, answers, battery }: Fitted): string[] {
  const [was, is] = [alikeIn(before), alikeIn(after)];
  return [
    `facts alike: ${is.alike} of ${is.compared}, and ${was.alike} of ${was.compared} with the defaults`,
    ...(answers.length === 0 ? [] : [`answer templates for behavior without a reading: ${answers.length}`]),
    ...left
      .slice(0, MOST_SHOWN)
      .map(({ place, a, b }) => `  ${place}: ${JSON.stringify(a)}, the emulator ${JSON.stringify(b)}`),
    ...(left.length > MOST_SHOWN ? [`  and ${left.length - MOST_SHOWN} more, which the file lists`] : []),
    ...battery.missed.map(({ part, why }) => `not probed: ${part}: ${why}`),
  ];
}

export function shownChoice(name: string, choice: unknown): string {
  const question = QUESTIONS.find((one) => one.name === name);
  return question === undefined ? JSON.stringify(choice) : spelt(question, choice);
}

function tableText(file: string, decisions: readonly Decision[]): string {
  const usual = (name: string) => QUESTIONS.find((one) => one.name === name)?.default;
  const set = decisions.filter((one) => one.kind === 'set');
  const otherwise = set.filter(({ question, choice }) => !isEqual(choice, usual(question)));
  const rest = decisions.filter((one) => one.kind !== 'set');
  const foreign = rest.filter(({ kind }) => kind === 'foreign');
  const alike = rest.filter(({ kind }) => kind === 'untold');
  const unseen = rest.filter(({ kind }) => kind === 'unseen');
  return [
    `set (${otherwise.length})`,
    ...otherwise.map(({ question, choice, sights: [first] }) => {
      const seen = first === undefined ? '' : `  saw ${sightText(first)}`;
      return `  ${question} = ${shownChoice(question, choice)}${seen}`;
    }),
    `as by default (${set.length - otherwise.length})`,
    `could not be imitated (${foreign.length})`,
    ...foreign.map(({ question, why }) => `  ${question}: ${why}`),
    `could not be distinguished (${alike.length})`,
    ...alike.map(({ question, why }) => `  ${question}: ${why}`),
    `could not be seen (${unseen.length}); the reasons are in the file`,
    `wrote ${file}; run: tryon-emulator start --config ${file}`,
  ].join('\n');
}
