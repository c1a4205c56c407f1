import type { Scope } from '../../shared/expression/scope.ts';
import { type Facts, factNames } from '../plan/facts.ts';
import { seededDraws, seededUuid } from '../plan/seeded-draws.ts';
import { PURE_FUNCTIONS } from '../suite/expression/functions.ts';
import { renderLoose } from '../suite/expression/template.ts';
import { GLOBAL_NAMES } from '../suite/scenario/known.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { pictureNamed } from './picture-named.ts';
import { NOTHING_YET, type State } from './state.ts';
import type { Names, StepMoment } from './trace.ts';

/** The scope of a frame, which gains names. */
export type FrameScope = { names: Names; readonly functions: Scope['functions'] };

/** The context of functions. Functions that draw values replace the state. */
type About = { readonly instance: Instance; readonly facts: Facts; state: State };

/** Returns the names that every frame has, including those of set-ups. */
export function globalNames(names: Names): Record<string, unknown> {
  return Object.fromEntries(Object.keys(GLOBAL_NAMES).map((name) => [name, names[name]]));
}

/** Creates the scope of a scenario's own steps, which also contains the row and the arm. */
export function outerScope(about: About): FrameScope {
  const { facts, instance } = about;
  const scope = withRow(factNames(facts), functionsOf(about), instance);
  const arm = { name: instance.arm?.name ?? null, ...lazily(instance.arm?.facts ?? {}, scope) };
  scope.names = { ...scope.names, arm };
  return scope;
}

/** Restores the scope of a moment. Values drawn in it do not affect other moments. */
export type ScopeAt = (moment: Pick<StepMoment, 'names' | 'state' | 'prefix'>) => Scope;

export function scopesOf({ instance, facts }: Omit<About, 'state'>): ScopeAt {
  const about: About = { instance, facts, state: NOTHING_YET };
  const functions = functionsOf(about);
  return ({ names, state, prefix }) => {
    about.state = state;
    return prefix === '' ? withRow(names, functions, instance) : { names, functions };
  };
}

function withRow(names: Names, functions: Scope['functions'], { row }: Instance): FrameScope {
  const scope: FrameScope = { names, functions };
  scope.names = { ...names, row: lazily(row, scope) };
  return scope;
}

/** Evaluates values on demand: they may use names that are defined later. */
function lazily(templates: Instance['row'], scope: Scope): Record<string, unknown> {
  const values = {};
  for (const [name, template] of Object.entries(templates))
    Object.defineProperty(values, name, { enumerable: true, get: () => renderLoose(template, scope) });
  return values;
}

function functionsOf(about: About): Scope['functions'] {
  const { facts } = about;
  return {
    ...PURE_FUNCTIONS,
    fresh_key: () => freshKey(about),
    inputs: (source, mask) => ({
      inputs: [
        { asset_id: idOf(source), role: 'source' },
        ...(mask === undefined ? [] : [{ asset_id: idOf(mask), role: 'hair_mask' }]),
      ],
    }),
    unknown_id: (like) => unknownId(likeOf(String(idOf(like)), about), about),
    spread: (from, to) => Number(from) + draw(about) * (Number(to) - Number(from)),
    price: (operation, jobs = 1) => priceOf(about, String(operation), Number(jobs)),
    jobs_seen: () => about.state.jobs.size,
    all_jobs: () => [...about.state.jobs.keys()],
    all_assets: () => [...about.state.assets.keys()],
    fixture: (name) => {
      const { bytes, ...known } = pictureNamed(String(name), facts);
      return {
        ...known,
        get base64() {
          return bytes.toString('base64');
        },
      };
    },
  };
}

/** A UUID, since a server may accept no other keys, and no longer ones. */
function freshKey(about: About): string {
  const freshKeys = about.state.freshKeys + 1;
  about.state = { ...about.state, freshKeys };
  return seededUuid(`${about.facts.nonce}\0${about.instance.id}\0${freshKeys}`);
}

/** Returns a number from 0 to 1 that depends only on the seed, the instance and the number of draws before. */
function draw(about: About): number {
  const { facts, instance, state } = about;
  about.state = { ...state, draws: state.draws + 1 };
  return seededDraws(`${facts.seed}\0${instance.id}`, state.draws)();
}

function idOf(thing: unknown): unknown {
  if (typeof thing !== 'object' || thing === null) return thing;
  const { id, body } = thing as { id?: unknown; body?: { id?: unknown } };
  return id ?? body?.id;
}

/** Test keys are not charged. */
function priceOf({ facts, state }: About, operation: string, jobs: number): number | undefined {
  if (facts.keys.primary?.environment === 'test') return 0;
  const cost = state.unitCosts?.[operation];
  return cost === undefined ? undefined : cost * jobs;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns the last known id of a kind. */
function likeOf(like: string, { state }: About): string {
  const shown = like === 'job' ? state.jobs : like === 'asset' ? state.assets : null;
  return [...(shown?.keys() ?? [])].at(-1) ?? like;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The positions in a UUID that encode its version and variant. */
const KIND_IN_UUID: readonly number[] = [14, 19];

/** Returns an unused id that looks like a given one, or is of a given kind. */
function unknownId(like: string, about: About): string {
  const { jobs, assets } = about.state;
  const [, prefix = 'job_', rest = ''] = /^([a-z]+_)(.*)$/s.exec(like.includes('_') ? like : `${like}_`) ?? [];
  // An id with few letters and digits may be in use if it is drawn again.
  const isLong = rest.replace(/[^\da-z]/gi, '').length >= FEWEST_DRAWN;
  const form = isLong ? rest : /^\d+$/.test(rest) ? NUMBER : WORD;
  for (;;) {
    const id = prefix + drawnLike(form, about);
    if (!jobs.has(id) && !assets.has(id)) return id;
  }
}

const FEWEST_DRAWN = 8;
const WORD = 'a'.repeat(24);
/** A program that counts its things can read so many digits. */
const NUMBER = '0'.repeat(15);

function drawnLike(form: string, about: About): string {
  const pick = (letters: string) => letters[Math.floor(draw(about) * letters.length)] ?? 'a';
  const alphabetOf = (letter: string) => {
    if (/[a-z]/.test(letter)) return LETTERS.slice(0, 6);
    if (/\d/.test(letter)) return LETTERS.slice(26);
    return /[A-Z]/.test(letter) ? LETTERS.slice(0, 6).toUpperCase() : letter;
  };
  const fixed = UUID.test(form) ? KIND_IN_UUID : [];
  return [...form].map((letter, index) => (fixed.includes(index) ? letter : pick(alphabetOf(letter)))).join('');
}
