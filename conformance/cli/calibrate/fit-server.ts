import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { withChoices } from '../../../shared/questions/places.ts';
import { type Battery, partOf, playBattery } from '../../calibrate/battery/battery.ts';
import type { Decision } from '../../calibrate/decide.ts';
import { type Compared, type Difference, differencesOf } from '../../calibrate/facts/differences.ts';
import type { Facts } from '../../calibrate/facts/facts.ts';
import { type Chosen, sensible } from '../../calibrate/fit/chosen.ts';
import { decisionsOf } from '../../calibrate/fit/decisions.ts';
import { type Fit, fitTo, weightOf } from '../../calibrate/fit/fit.ts';
import { type Template, templatesFor } from '../../calibrate/fit/templates.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import { startEmulator } from '../../run/self-test.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { printError } from '../print.ts';

/** What the battery showed of a server, and the emulator that was fitted to it. */
export type Fitted = {
  battery: Battery;
  chosen: Chosen;
  decisions: Decision[];
  answers: Template[];
  /** The emulator by default, and as it was fitted, beside the server. */
  before: Compared;
  after: Compared;
  left: Difference[];
};

type Bound = { signal: AbortSignal; isOver(): boolean };

/** Plays the battery on a server, with a line for each part on standard error. */
export function playOn(
  loaded: Loaded,
  target: Target,
  signal: AbortSignal,
  only?: readonly string[],
): Promise<Battery> {
  const onPart = (part: string) => (process.stderr.isTTY === true ? printError(`probing: ${part}`) : undefined);
  const nonce = `${process.pid}\0${performance.now()}`;
  return playBattery(loaded, target, { signal, nonce, onPart, ...(only !== undefined && { only }) });
}

/** Fits the emulator to what the battery shows of a server. */
export async function fitServer(loaded: Loaded, battery: Battery, bound: Bound): Promise<Fitted> {
  const server = battery.facts;
  const play = playerBeside(loaded, battery, bound.signal);
  const found = await fitTo(server, { questions: QUESTIONS, moves: MOVES, play, isOver: bound.isOver });
  const templated = await withTemplates(server, found, play);
  const whyUnseen = (labels: readonly string[]) => whyUnseenIn(battery, labels);
  const decisions = decisionsOf(server, found, { questions: QUESTIONS, moves: MOVES, whyUnseen });
  return { battery, chosen: found.chosen, decisions, before: found.before, ...templated };
}

type Play = (chosen: Chosen, answers?: readonly Template[]) => Promise<Facts>;

/** Parts for which the server has no drivers. */
function notPlayed({ missed }: Pick<Battery, 'missed'>): string[] {
  return missed.filter(({ why }) => why.startsWith('it needs the drivers')).map(({ part }) => part);
}

/** Plays what was played on the server on an emulator of this process. */
export function playerBeside(loaded: Loaded, battery: Pick<Battery, 'missed'>, signal: AbortSignal): Play {
  return async (chosen, answers = []) => {
    const choices = withChoices({}, Object.fromEntries(chosen));
    return playEmulator(loaded, { ...choices, answers: [...answers] }, { signal, without: notPlayed(battery) });
  };
}

/** The same on an emulator with a configuration. */
export function playConfig(
  loaded: Loaded,
  config: string,
  battery: Pick<Battery, 'missed'>,
  signal: AbortSignal,
): Promise<Facts> {
  return playEmulator(loaded, { config }, { signal, without: notPlayed(battery) });
}

type Options = NonNullable<Parameters<typeof startEmulator>[0]>;

async function playEmulator(
  loaded: Loaded,
  options: Options,
  how: { signal: AbortSignal; without: readonly string[] },
): Promise<Facts> {
  const emulator = await startEmulator({ ...options, onUnexpected: () => {} });
  try {
    const target = targetFromFlags({ base_url: emulator.base_url, drivers: { url: emulator.driver_url } });
    const { facts } = await playBattery(loaded, target, { ...how, nonce: 'twin' });
    return facts;
  } finally {
    await emulator.close();
  }
}

/** With the stand-ins that show more alike; with none where they do not. */
async function withTemplates(server: Facts, { chosen, twin, after }: Fit, play: Play) {
  const answers = templatesFor(server, twin);
  const none = { answers: [] as Template[], after, left: after.differ };
  if (answers.length === 0) return none;
  const compared = differencesOf(server, await play(chosen, answers));
  return weightOf(compared) < weightOf(after) ? { answers, after: compared, left: compared.differ } : none;
}

/** What the part would need in which a question shows itself. */
export function whyUnseenIn({ missed }: Pick<Battery, 'missed'>, labels: readonly string[]): string {
  const parts = new Set(labels.flatMap((label) => partOf(label) ?? []));
  const own = missed.find(({ part }) => parts.has(part)) ?? missed.find(({ part }) => part === 'all');
  return own?.why ?? 'no answer had anything there';
}

/** Choices that scenarios told beside those of the battery, where the facts are no less alike with them. */
export async function withScenarios(
  loaded: Loaded,
  fitted: Fitted,
  decisions: readonly Decision[],
  bound: Bound,
): Promise<Chosen> {
  const more = decisions.flatMap((one) => (one.kind === 'set' ? [[one.question, one.choice] as const] : []));
  const chosen = sensible(QUESTIONS, new Map([...fitted.chosen, ...more]));
  const isNew = [...chosen].some(([name]) => !fitted.chosen.has(name));
  if (!isNew || bound.isOver()) return chosen;
  const play = playerBeside(loaded, fitted.battery, bound.signal);
  const compared = differencesOf(fitted.battery.facts, await play(chosen, fitted.answers));
  return weightOf(compared) <= weightOf(fitted.after) ? chosen : fitted.chosen;
}
