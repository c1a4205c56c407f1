import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { withChoices } from '../../../shared/questions/places.ts';
import { type Battery, NEEDS_DRIVERS, partOf, playBattery } from '../../calibrate/battery/battery.ts';
import type { Decision } from '../../calibrate/decision.ts';
import { type Compared, type Difference, differencesOf } from '../../calibrate/facts/differences.ts';
import { type Facts, splitPlace } from '../../calibrate/facts/facts.ts';
import type { Chosen } from '../../calibrate/fit/chosen.ts';
import { decisionsOf } from '../../calibrate/fit/decisions.ts';
import { type Fit, fitTo, weightOf } from '../../calibrate/fit/fit.ts';
import { EARLY, withParts } from '../../calibrate/fit/replay.ts';
import type { Template } from '../../calibrate/fit/templates/template.ts';
import { type Change, changesOf, type StandIn, standInsFor } from '../../calibrate/fit/templates/templates.ts';
import { MOVES } from '../../calibrate/generated/moves.ts';
import { startEmulator } from '../../run/self-test.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { printError } from '../print.ts';

/** What the battery found out about a server, and the emulator that was fitted to it. */
export type Fitted = {
  battery: Battery;
  chosen: Chosen;
  decisions: Decision[];
  answers: Template[];
  /** The comparisons of the server with the emulator by default, and after it was fitted. */
  before: Compared;
  after: Compared;
  left: Difference[];
};

/** `parts`: the parts of the battery to play; all by default. */
type Bound = { signal: AbortSignal; isOver(): boolean; parts?: readonly string[] | undefined };

/** Plays the battery on a server, and prints a line for each part on standard error. */
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

/** Fits the emulator to what the battery found out about a server. */
export async function fitServer(loaded: Loaded, battery: Battery, bound: Bound): Promise<Fitted> {
  const server = battery.facts;
  const play = playerBeside(loaded, battery, bound);
  const found = await fitTo(server, { questions: QUESTIONS, moves: MOVES, play, isOver: bound.isOver });
  const isWhole = bound.parts === undefined;
  const templated = isWhole ? await withTemplates(server, found, play, bound) : withoutTemplates(found);
  const whyUnseen = (labels: readonly string[]) => whyUnseenIn(battery, labels);
  const decisions = decisionsOf(server, found, { questions: QUESTIONS, moves: MOVES, whyUnseen });
  return { battery, chosen: found.chosen, decisions, before: found.before, ...templated };
}

/** Without `parts`, plays everything that was played on the server. */
type Play = (chosen: Chosen, parts?: readonly string[], answers?: readonly Template[]) => Promise<Facts>;

/** Parts for which the server lacks drivers. */
function notPlayed({ missed }: Pick<Battery, 'missed'>): string[] {
  return missed.filter(({ why }) => why.startsWith(NEEDS_DRIVERS)).map(({ part }) => part);
}

/** Plays on an in-process emulator what was played on the server. */
function playerBeside(loaded: Loaded, battery: Pick<Battery, 'missed'>, { signal, parts: asked }: Bound): Play {
  return async (chosen, parts, answers = []) => {
    const choices = withChoices({}, Object.fromEntries(chosen));
    const only = asked === undefined ? parts : asked.filter((part) => parts?.includes(part) ?? true);
    const how = { signal, without: notPlayed(battery), ...(only !== undefined && { only }) };
    return playEmulator(loaded, { ...choices, answers: [...answers] }, how);
  };
}

/** Plays the same on an emulator with a configuration. */
export function playConfig(
  loaded: Loaded,
  config: string,
  battery: Pick<Battery, 'missed'>,
  { signal, parts }: Pick<Bound, 'signal' | 'parts'>,
): Promise<Facts> {
  const only = parts === undefined ? {} : { only: parts };
  return playEmulator(loaded, { config }, { signal, without: notPlayed(battery), ...only });
}

type Options = NonNullable<Parameters<typeof startEmulator>[0]>;

async function playEmulator(
  loaded: Loaded,
  options: Options,
  how: { signal: AbortSignal; without: readonly string[]; only?: readonly string[] },
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

/**
 * The maximum number of tries with templates. The first one is made even when the time is up. A change that makes an
 * answer less alike is left out of the next try.
 */
const MOST_TRIES = 2;

function withoutTemplates({ after }: Pick<Fit, 'after'>) {
  return { answers: [] as Template[], after, left: after.differ };
}

/** Adds the stand-ins that make the emulator most alike, or none if they do not improve it. */
async function withTemplates(server: Facts, { chosen, twin, before, after }: Fit, play: Play, { isOver }: Bound) {
  const left = new Set<Change>();
  const known = new Set(after.differ.map(({ place }) => place));
  let best = withoutTemplates({ after });
  for (let tries = 0; tries < MOST_TRIES && (tries === 0 || !isOver()); tries += 1) {
    const standIns = standInsFor(server, twin, left);
    if (standIns.length === 0) break;
    const answers = standIns.map(({ template }) => template);
    const compared = differencesOf(server, withParts(twin, await play(chosen, EARLY, answers), EARLY));
    if (weightOf(compared, before) <= weightOf(best.after, before))
      best = { answers, after: compared, left: compared.differ };
    const worse = compared.differ.filter(({ place }) => !known.has(place));
    const spoilt = standIns.flatMap((one) => spoiltBy(one, worse));
    if (spoilt.length === 0) break;
    for (const change of spoilt) left.add(change);
  }
  return best;
}

/** The changes of a stand-in that made an answer of its case less alike. */
function spoiltBy(standIn: StandIn, worse: readonly Difference[]): Change[] {
  const own = worse.map(({ place }) => splitPlace(place)).filter(({ label }) => standIn.labels.includes(label));
  const isSpoilt = (name: string) =>
    own.some(({ feature }) => feature.startsWith(name) || name.startsWith(`${feature}.`));
  return changesOf({ ...standIn, features: standIn.features.filter(isSpoilt) });
}

/** What the part that shows a question would need. */
function whyUnseenIn({ missed }: Pick<Battery, 'missed'>, labels: readonly string[]): string {
  const parts = new Set(labels.flatMap((label) => partOf(label) ?? []));
  const own = missed.find(({ part }) => parts.has(part)) ?? missed.find(({ part }) => part === 'all');
  return own?.why ?? 'no answer had anything there';
}
