import { decoded } from '../../shared/expression/decoded.ts';
import { isEqual } from '../../shared/expression/equal.ts';
import type { Question } from '../../shared/questions/question.ts';
import { createMask } from '../effects/secrets/mask.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import type { TapeEntry } from '../effects/tape.ts';
import { type Evidence, untestedRule } from '../judge/evidence.ts';
import type { Keys } from '../plan/facts.ts';
import { concludeReport, OBSERVED, suiteFacts, targetFacts } from '../report/build-report.ts';
import { grouped } from '../report/grouped.ts';
import { type InstanceReport, type ObservedTraffic, REPORT_VERSION, type Report } from '../report/report.ts';
import { isGraded } from '../suite/rules/rule.ts';
import type { Suite } from '../suite/scenario/suite.ts';
import { environmentOfKey } from '../target/target.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { callersOf } from './callers.ts';
import { type Judged, judgeTraffic } from './judge-traffic.ts';
import { openAnswersIn } from './open-answers.ts';
import { SECRET_IN_QUERY, SECRETS } from './secret-forms.ts';
import { inOrder, type LeftOut, type Passing, type Traffic } from './traffic.ts';

export type Observing = {
  suite: Suite;
  questions: readonly Question[];
  /** The keys with known roles. */
  keys: Readonly<Keys>;
  version: string;
};

/**
 * The report of traffic: the rules that it keeps or violates, each with its exchanges, and those for which it had no
 * occasion.
 */
export async function reportOfTraffic(traffic: Traffic, observing: Observing): Promise<Report> {
  const { suite, keys } = observing;
  await suite.shapes.prepare();
  const judged = judgeTraffic(traffic, { everyAnswer: suite.everyAnswer, keys });
  const mask = createMask(secretsOfTraffic(traffic, keys));
  return mask.value(wholeReport(traffic, judged, observing));
}

/**
 * Everything that must be masked: the API keys in the traffic, with the names of their callers, and anything else that
 * looks like a secret.
 */
export function secretsOfTraffic(traffic: Traffic, keys: Readonly<Keys> = {}): Secret[] {
  return [...callersOf(traffic.passings, keys).secrets, ...secretsIn(traffic)];
}

function secretsIn({ passings, hooks }: Traffic): Secret[] {
  const inQueries = passings.flatMap(({ exchange }) =>
    [...exchange.request.url.matchAll(SECRET_IN_QUERY)].map(([, , value = '']) => decoded(value)),
  );
  const found = new Set([
    ...inQueries,
    ...[...passings, ...hooks].flatMap((one) => JSON.stringify(one).match(SECRETS) ?? []),
  ]);
  return [...found].map((secret, index) => ({ name: `secret ${index + 1}`, secret }));
}

function wholeReport(traffic: Traffic, judged: Judged, { suite, questions, version }: Observing): Report {
  const { passings, source, server } = traffic;
  const graded = [...suite.registry.values()].filter(isGraded);
  const { instances, evidence, numbers } = withTapes(traffic, judged);
  const shown = new Set(evidence.map(({ rule }) => rule));
  const nowhere = { instance: OBSERVED, step: OBSERVED, partial: false };
  const unseen = graded.flatMap(({ id }) =>
    shown.has(id) ? [] : [untestedRule(id, nowhere, 'unobserved', 'the traffic shows nothing of it')],
  );
  const target = targetFromFlags({ base_url: server });
  const [first, last] = [passings[0]?.exchange, passings.at(-1)?.exchange];
  const observed: ObservedTraffic = {
    source,
    exchanges: passings.length + traffic.left.length,
    judged: judged.judged,
    left: reasonsOf(judged.left),
    numbers,
    answers: answersIn(traffic, questions),
  };
  const secrets = judged.callers.flatMap((caller) => Object.values(caller.keys).map((key) => key?.secret ?? ''));
  return concludeReport({
    registry: suite.registry,
    covered: graded.map(({ id }) => ({ rule: id, scenario: null })),
    off: new Map(),
    baseline: [],
    base: {
      report: REPORT_VERSION,
      tool: { name: 'tryon-kit', version },
      suite: suiteFacts(suite, version, 0),
      target: targetFacts(target),
      features: {},
      drivers: [],
      keys: Object.fromEntries(secrets.map((secret, index) => [`key ${index + 1}`, environmentOfKey(secret)])),
      options: { seed: OBSERVED, nonce: OBSERVED, only: [], shard: null, repeat: 1 },
      started: new Date(first?.at ?? 0).toISOString(),
      took: Math.max(0, (last?.at ?? 0) + (last?.took ?? 0) - (first?.at ?? 0)),
      requests: passings.length,
      evidence: [...evidence, ...unseen],
      observations: [],
      instances,
      leftovers: [],
      left_behind: [],
      errors: [],
      shards: [],
      observed,
    },
  });
}

type WithTapes = { instances: InstanceReport[]; evidence: Evidence[]; numbers: Record<string, number[]> };

/** Creates an instance for each caller, with only the exchanges that its evidence refers to. */
function withTapes({ passings, hooks }: Traffic, { evidence, callers }: Judged): WithTapes {
  const all: WithTapes = { instances: [], evidence: [], numbers: {} };
  for (const [id, own] of grouped(evidence, ({ instance }) => instance)) {
    const positions = [...new Set(own.flatMap(({ exchanges }) => exchanges))].sort((one, other) => one - other);
    const places = new Map(positions.map((position, place) => [position, place]));
    const tape = positions.map((position): TapeEntry => {
      const exchange = passings[position]?.exchange;
      if (exchange !== undefined) return { kind: 'exchange', exchange };
      return { kind: 'hooks', hook: 'deliveries', received: [...hooks], observed_until: hooks.at(-1)?.at ?? 0 };
    });
    const keys = callers.find(({ name }) => name === id)?.keys ?? {};
    all.instances.push({
      id,
      scenario: OBSERVED,
      arm: null,
      row: null,
      outcome: 'done',
      reason: null,
      detail: null,
      took: 0,
      keys: Object.fromEntries(Object.entries(keys).map(([role, key]) => [role, key?.environment ?? 'other'])),
      tenant: null,
      median_job_time: 0,
      tape,
    });
    all.numbers[id] = positions.map((position) => passings[position]?.number ?? 0);
    for (const one of own)
      all.evidence.push({ ...one, exchanges: one.exchanges.flatMap((position) => places.get(position) ?? []) });
  }
  return all;
}

function reasonsOf(left: readonly LeftOut[]): ObservedTraffic['left'] {
  return [...grouped(left, ({ why }) => why)].map(([why, own]) => ({ why, numbers: own.map(({ number }) => number) }));
}

function answersIn({ passings }: Traffic, questions: readonly Question[]): ObservedTraffic['answers'] {
  const answers: ObservedTraffic['answers'] = [];
  for (const passing of passings)
    for (const { question, choice, path } of openAnswersIn(passing, questions)) {
      const before = answers.find((one) => one.question === question && isEqual(one.choice, choice));
      if (before === undefined) answers.push({ question, choice, path, number: passing.number, times: 1 });
      else before.times += 1;
    }
  return answers;
}

export function trafficOfReport({ observed, instances, target }: Report): Traffic {
  const passings = instances.flatMap(({ id, tape }) =>
    tape.flatMap((entry, place): Passing[] =>
      entry.kind === 'exchange'
        ? [{ number: observed?.numbers[id]?.[place] ?? 0, exchange: entry.exchange, missing: null }]
        : [],
    ),
  );
  const left = (observed?.left ?? []).flatMap(({ why, numbers }) => numbers.map((number) => ({ number, why })));
  return { source: observed?.source ?? '', server: target.base_url, passings: inOrder(passings), left, hooks: [] };
}
