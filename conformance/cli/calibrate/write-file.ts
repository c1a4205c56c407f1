import { EXIT, type Flags } from '../../../shared/command.ts';
import { isEqual } from '../../../shared/expression/equal.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import type { Decision } from '../../calibrate/decide.ts';
import type { Compared } from '../../calibrate/facts/differences.ts';
import type { Chosen } from '../../calibrate/fit/chosen.ts';
import { joined } from '../../calibrate/fit/decisions.ts';
import { TWINS } from '../../calibrate/generated/twins.ts';
import { configText, sightText, spelt } from '../../calibrate/write-config.ts';
import { EXIT_CODES } from '../../judge/verdicts.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { writeNamed } from '../files.ts';
import { print, say } from '../print.ts';
import { type Fitted, fitServer, playOn, withScenarios } from './fit-server.ts';
import { type Observed, observeServer, scenariosFor } from './observe-server.ts';

/** `only`: questions, where not all are meant; `until`: nothing is begun after that instant. */
export type Asked = {
  loaded: Loaded;
  target: Target;
  signal: AbortSignal;
  until: number;
  only: readonly string[] | null;
};

/** Calibrates an emulator on a server, and writes its configuration. */
export async function writeFile(flags: Flags, asked: Asked, out: string): Promise<number> {
  const { target, only } = asked;
  if (only?.every(isObserved)) return writeObserved(flags, asked, out, only);
  const battery = await playOn(asked.loaded, target, asked.signal);
  if (!showsAnything(battery.facts)) {
    const [first] = battery.missed.toReversed();
    print(`nothing could be seen of ${target.base_url}: ${first?.why ?? 'no request was answered'}`);
    return EXIT_CODES.incomplete;
  }
  const bound = { signal: asked.signal, isOver: () => isOver(asked) };
  const fitted = await fitServer(asked.loaded, battery, bound);
  const byScenarios = await observeRest(asked, fitted.decisions);
  const both = joined(fitted.decisions, byScenarios);
  const chosen = await withScenarios(asked.loaded, fitted, both, bound);
  const decisions = both
    .map((one) => asChosen(one, chosen))
    .filter(({ question }) => only === null || only.includes(question));
  const { answers, after, left } = fitted;
  const beside = only === null ? { answers, left, alike: alikeIn(after) } : {};
  writeNamed(out, configText(target.name, QUESTIONS, decisions, beside), '--out');
  const facts = { compared: after.compared, alike: alikeIn(after).alike, before: alikeIn(fitted.before).alike };
  const plain = { file: out, decisions, facts, answers, differ: left, missed: battery.missed };
  say(flags, plain, () => [tableText(out, decisions), ...factLines(fitted)].join('\n'));
  return EXIT.fine;
}

function isObserved(name: string): boolean {
  return TWINS.questions.some(({ question }) => question === name);
}

function isOver({ until, signal }: Asked): boolean {
  return signal.aborted || Date.now() > until;
}

/** Without a key that works, all that shows is how others are refused. */
export function showsAnything({ answers }: Fitted['battery']['facts']): boolean {
  return [...answers.values()].some(({ features }) => Number(features.get('status')) < 300);
}

/** The scenarios that observe what no probe has shown, as long as there is time. */
async function observeRest(asked: Asked, decisions: readonly Decision[]): Promise<readonly Decision[]> {
  const open = decisions.filter(({ kind, question }) => kind !== 'set' && isObserved(question));
  const meant = open.map(({ question }) => question).filter((name) => asked.only?.includes(name) ?? true);
  if (meant.length === 0 || isOver(asked)) return decisions;
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(Math.max(1, asked.until - Date.now()))]);
  return (await observeServer(asked.loaded, asked.target, scenariosFor(meant), signal)).decisions;
}

/** A choice that was not kept would make other facts differ. */
function asChosen(one: Decision, chosen: Chosen): Decision {
  const question = QUESTIONS.find(({ name }) => name === one.question);
  if (one.kind !== 'set' || one.choice === question?.default || chosen.has(one.question)) return one;
  const { question: name, sights } = one;
  return {
    question: name,
    kind: 'foreign',
    sights,
    why: `with ${JSON.stringify(one.choice)} other facts would differ`,
  };
}

async function writeObserved(flags: Flags, asked: Asked, out: string, only: readonly string[]): Promise<number> {
  const observed = await observeServer(asked.loaded, asked.target, scenariosFor(only), asked.signal);
  if (asked.signal.aborted) return EXIT.interrupted;
  if (observed.decisions.every(({ sights }) => sights.length === 0)) return nothingSeen(observed);
  const decisions = observed.decisions.filter(({ question }) => only.includes(question));
  writeNamed(out, configText(asked.target.name, QUESTIONS, decisions), '--out');
  say(flags, { file: out, decisions }, () => tableText(out, decisions));
  return EXIT.fine;
}

export function nothingSeen({ report }: Observed): number {
  const told = report.instances.find(({ reason }) => reason !== null);
  print(`${report.target.base_url} could not be observed: ${told?.detail ?? told?.reason ?? 'no scenario was run'}`);
  return EXIT_CODES.incomplete;
}

export function alikeIn({ compared, differ }: Compared): { alike: number; compared: number } {
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
  const untold = rest.filter(({ kind }) => kind === 'untold');
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
    `could not be distinguished (${untold.length})`,
    ...untold.map(({ question, why }) => `  ${question}: ${why}`),
    `could not be seen (${unseen.length}); the reasons are in the file`,
    `wrote ${file}; run: tryon-emulator start --config ${file}`,
  ].join('\n');
}
