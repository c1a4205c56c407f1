import { createHash } from 'node:crypto';
import { factNames } from '../plan/facts.ts';
import { PURE_FUNCTIONS } from '../suite/expression/functions.ts';
import type { Scope } from '../suite/expression/scope.ts';
import { renderLoose } from '../suite/expression/template.ts';
import { fixtureNamed } from './fixtures.ts';
import type { Frame, Run } from './frame.ts';

const GLOBALS = ['target', 'tenant', 'run', 'budget', 'key', 'feature', 'driver', 'median_job_time'];

/** The names that every frame has, set-ups included. */
export function runOptions(names: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(GLOBALS.map((name) => [name, names[name]]));
}

/** The outermost frame of a run: what is known of the target, the row, the arm, and nothing that has happened yet. */
export function outerFrame(run: Run): Frame {
  const names: Record<string, unknown> = factNames(run.facts);
  const scope = { names, functions: functionsOf(run) };
  names['row'] = lazily(run.instance.row, scope);
  names['arm'] = { name: run.instance.arm?.name ?? null, ...lazily(run.instance.arm?.facts ?? {}, scope) };
  return { run, scope, prefix: '', isSetUp: false, requests: new Map(), klass: null };
}

/** Values that are worked out when they are asked for: they may speak of what comes about later. */
function lazily(templates: Run['instance']['row'], scope: Scope): Record<string, unknown> {
  const values = {};
  for (const [name, template] of Object.entries(templates))
    Object.defineProperty(values, name, { enumerable: true, get: () => renderLoose(template, scope) });
  return values;
}

function functionsOf(run: Run): Scope['functions'] {
  // Short enough for a server that takes no long keys.
  const digest = createHash('sha256').update(run.instance.id).digest('hex').slice(0, 8);
  return {
    ...PURE_FUNCTIONS,
    fresh_key: () => {
      run.freshKeys += 1;
      return `tck-${run.facts.nonce}-${digest}-${run.freshKeys}`;
    },
    inputs: (source, mask) => ({
      inputs: [
        { asset_id: idOf(source), role: 'source' },
        ...(mask === undefined ? [] : [{ asset_id: idOf(mask), role: 'hair_mask' }]),
      ],
    }),
    unknown_id: (like) => unknownId(String(idOf(like)), run),
    spread: (from, to) => Number(from) + run.draw() * (Number(to) - Number(from)),
    price: (operation, jobs = 1) => priceOf(run, String(operation), Number(jobs)),
    jobs_seen: () => run.jobs.size,
    all_jobs: () => [...run.jobs.keys()],
    all_assets: () => [...run.assets.keys()],
    fixture: (name) => {
      const { bytes: _, ...facts } = fixtureNamed(String(name), run.facts.target.data['face']);
      return facts;
    },
  };
}

function idOf(thing: unknown): unknown {
  if (typeof thing !== 'object' || thing === null) return thing;
  const { id, body } = thing as { id?: unknown; body?: { id?: unknown } };
  return id ?? body?.id;
}

/** Of test keys nothing is charged. */
function priceOf({ facts, unitCosts }: Run, operation: string, jobs: number): number | undefined {
  if (facts.keys.primary?.environment === 'test') return 0;
  const cost = unitCosts?.[operation];
  return cost === undefined ? undefined : cost * jobs;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id that looks like a given one, or is of a given kind, and belongs to nothing. */
function unknownId(like: string, { draw }: Run): string {
  const [, prefix = 'job_', rest = ''] = /^([a-z]+_)(.*)$/.exec(like.includes('_') ? like : `${like}_`) ?? [];
  const length = rest.length < 8 ? 24 : rest.length;
  const pick = (letters: string) => letters[Math.floor(draw() * letters.length)] ?? 'a';
  const alphabetOf = (letter: string | undefined) => {
    if (letter === undefined || /[a-z]/.test(letter)) return LETTERS.slice(0, 6);
    if (/\d/.test(letter)) return LETTERS.slice(26);
    return /[A-Z]/.test(letter) ? LETTERS.slice(0, 6).toUpperCase() : letter;
  };
  return prefix + Array.from({ length }, (_, index) => pick(alphabetOf(rest[index]))).join('');
}
