import type { InstanceRun } from '../../conformance/run/instance-run.ts';
import { openSession } from '../../conformance/run/open-session.ts';
import type { TestServer } from '../../conformance/run/self-test.ts';
import { inOrder } from '../../conformance/sessions/operation.ts';
import { brokenIn, createDrawing, createPlayer } from '../../conformance/sessions/player.ts';
import type { Loaded } from '../../conformance/suite/scenario/load-suite.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { median } from '../../shared/median.ts';
import { BREACHES } from '../other-make/breaches.ts';
import { alone } from './choices.ts';
import type { Plan } from './plan-proof.ts';
import { type Setting, started } from './started.ts';

/** A server that sessions alone are played on: how it is started, and the rule that it breaks, null where it is lawful. */
export type Played = { id: string; rule: string | null; seed: string; setting: Setting };

/** What sessions found on a server: the rules that the first of them broke that broke any; none where none did. */
export type Found = Played & {
  rules: string[];
  /** Operations and seconds until then, or in all. */
  steps: number;
  seconds: number;
  sessions: number;
  /** Of a lawful server: what was expected and seen. */
  detail: string | null;
};

/** Sessions on each server. */
export type SessionBounds = { sessions: number };

/** Plays sessions until one breaks a rule; whatever a machine does beside it changes nothing but the seconds. */
export async function foundBySessions(loaded: Loaded, played: Played, bounds: SessionBounds): Promise<Found> {
  const server = await started(played.setting);
  try {
    return await foundOn(server, loaded, played, bounds);
  } finally {
    await server.close();
  }
}

async function foundOn(server: TestServer, loaded: Loaded, played: Played, bounds: SessionBounds): Promise<Found> {
  const { suite } = loaded;
  if (suite.shapes.areWanted()) await suite.shapes.prepare();
  const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
  const { signal } = new AbortController();
  const { seed } = played;
  const options = { only: [], shard: null, seed, nonce: seed, repeat: 1, atOnce: 1, signal, erase: false };
  const { session: run, close } = await openSession(loaded, target, options);
  try {
    const begun = process.cpuUsage();
    const seconds = () => {
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1_000_000;
    };
    const draw = await createDrawing(run);
    let steps = 0;
    let sessions = 0;
    while (sessions < bounds.sessions) {
      sessions += 1;
      const session = draw(sessions);
      const ran = await createPlayer(run, `sessions/${sessions}`).play(session);
      const { operations } = inOrder(session);
      const rules = namedIn(ran, played, loaded);
      const at = { sessions, seconds: seconds() };
      if (rules.length > 0)
        return { ...played, rules, ...at, steps: steps + operations.length, detail: detailOf(ran, rules) };
      steps += operations.length;
    }
    return { ...played, rules: [], steps, seconds: seconds(), sessions, detail: null };
  } finally {
    await close();
  }
}

/** What fails the run; and of the rule that the server breaks what only warns too. */
function namedIn(ran: InstanceRun, { rule }: Played, { suite }: Loaded): string[] {
  const own = ran.evidence.some((one) => one.rule === rule && one.outcome === 'violated');
  const broken = brokenIn(ran, { suite });
  return own && rule !== null ? [rule, ...broken.filter((one) => one !== rule)] : broken;
}

function detailOf({ evidence }: InstanceRun, [rule]: readonly string[]): string | null {
  const one = evidence.find((other) => other.rule === rule && other.outcome === 'violated');
  return one === undefined ? null : `${one.step} ${JSON.stringify(one.mismatches[0])}`;
}

/** The servers of a plan, each with so many seeds. */
export function serversOf({ deviations, breaches, choices }: Plan, seed: string, seeds: number): Played[] {
  const all: Omit<Played, 'seed'>[] = [
    ...deviations.map(({ id, rule }) => ({ id, rule, setting: { deviate: [id] } })),
    ...breaches.map((broken) => ({
      ...{ id: broken, rule: BREACHES[broken] },
      setting: { make: 'other-make' as const, broken },
    })),
    ...choices.map((choice) => ({
      ...{ id: choice.name, rule: null },
      setting: { make: choice.make, chosen: alone(choice) },
    })),
  ];
  const own = (index: number) => (seeds === 1 ? seed : `${seed}-${index + 1}`);
  return all.flatMap((server) => Array.from({ length: seeds }, (_, index) => ({ ...server, seed: own(index) })));
}

/** What sessions found, rule by rule, and what they did not. */
export function sessionsText(all: readonly Found[]): string {
  const broken = all.filter(({ rule }) => rule !== null);
  const lawful = all.filter(({ rule }) => rule === null);
  const found = broken.filter(({ rules }) => rules.length > 0);
  const own = found.filter(({ rule, rules }) => rules.includes(rule ?? ''));
  const missed = broken.filter(({ rules }) => rules.length === 0);
  const byRule = new Map<string, Found[]>();
  for (const one of broken) byRule.set(one.rule ?? '', [...(byRule.get(one.rule ?? '') ?? []), one]);
  const blamed = lawful.filter(({ rules }) => rules.length > 0);
  return [
    ...[...byRule].sort().map(([rule, tried]) => ruleLine(rule, tried)),
    ...(missed.length > 0 ? ['not found:', ...missed.map(({ id, rule }) => `  ${rule} ${id}`)] : []),
    ...(broken.length > 0
      ? [
          `${found.length} of ${broken.length} found by sessions alone (${percent(found.length, broken.length)}), ${own.length} under the id of their rule`,
          `median of ${median(found.map(({ steps }) => steps))} operations and ${median(found.map(({ seconds }) => seconds)).toFixed(1)} s of processor time until found`,
        ]
      : []),
    ...(lawful.length > 0 ? [`${blamed.length} of ${lawful.length} runs on lawful servers blamed`] : []),
    ...blamed.map(({ id, seed, rules, detail }) => `  ${id} (seed ${seed}): ${rules.join(', ')}: ${detail}`),
  ].join('\n');
}

function ruleLine(rule: string, tried: readonly Found[]): string {
  const found = tried.filter(({ rules }) => rules.length > 0);
  const steps = found.length === 0 ? '' : `, median of ${median(found.map((one) => one.steps))} operations`;
  return `${rule}: ${found.length} of ${tried.length}${steps}`;
}

function percent(part: number, all: number): string {
  return `${Math.round((100 * part) / all)} %`;
}
