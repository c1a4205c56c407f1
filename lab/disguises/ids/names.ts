import type { Settings } from '../kinds.ts';
import type { TwoWay } from '../two-way.ts';
import { createIdMap } from './id-map.ts';

/** The kinds of ids that the specification prefixes, and those that only drivers use. */
const SPECIFIED = ['asset', 'job', 'evt'] as const;
const DRIVERS = ['we', 'del', 'plan', 'key', 'tenant'] as const;
export type DriverKind = (typeof DRIVERS)[number];
type Kind = (typeof SPECIFIED)[number] | DriverKind;

const ID = /\b(asset|job|evt)_[0-9a-hjkmnp-tv-z]{16}(?![0-9a-z_])/g;
const DRIVER_ID = /^(?:(we|del|plan|key)_[0-9a-hjkmnp-tv-z]{16}|(tenant)-\d+)$/;

/** The ids of a run in both directions. */
export type Names = {
  /** Begins an answer. An id contains only ids of the same answer, so that it shows nothing of other accounts. */
  begin(): void;
  /** A text of an answer with the disguised ids of assets, jobs and events. */
  shownIn(text: string): string;
  /** A text of a driver's answer, which may also be one of the other ids. */
  shownByDriver(text: string): string;
  /** The emulator's id for an id of an asset, a job or an event; any other text is unchanged. */
  given(text: string): string;
  /** The same for an id that only drivers use. */
  givenToDriver(kind: DriverKind, text: string): string;
};

export function createNames({ ids, driver_ids }: Pick<Settings, 'ids' | 'driver_ids'>, seed: string): Names {
  let latest: string | null = null;
  const other = (id: string) => (isPlain(id) ? null : latest);
  const maps = new Map<Kind, TwoWay>([
    ...SPECIFIED.map((kind, index): [Kind, TwoWay] => {
      const style = ids[index] ?? ids.at(-1) ?? null;
      return [kind, createIdMap({ style, seed: `${seed} ${kind}`, prefix: `${kind}_`, other })];
    }),
    ...DRIVERS.map((kind): [Kind, TwoWay] => {
      const prefix = kind === 'tenant' ? '' : `${kind}_`;
      return [kind, createIdMap({ style: driver_ids, seed: `${seed} ${kind}`, prefix, isPrefixKept: false })];
    }),
  ]);
  const shown = (kind: Kind, id: string): string => {
    const text = maps.get(kind)?.shown(id) ?? id;
    if (isPlain(id)) latest = text;
    return text;
  };
  const shownIn = (text: string) => text.replace(ID, (id, kind: Kind) => shown(kind, id));
  return {
    begin: () => {
      latest = null;
    },
    shownIn,
    shownByDriver: (text) => {
      const [, kind, tenant] = DRIVER_ID.exec(text) ?? [];
      return kind === undefined && tenant === undefined ? shownIn(text) : shown((kind ?? tenant) as Kind, text);
    },
    given: (text) => {
      const kind = SPECIFIED.find((one) => text.startsWith(`${one}_`));
      return kind === undefined ? text : (maps.get(kind)?.given(text) ?? text);
    },
    givenToDriver: (kind, text) => maps.get(kind)?.given(text) ?? text,
  };
}

/** Whether an id contains no other one, so that ids stay short. */
function isPlain(id: string): boolean {
  return id.charCodeAt(id.length - 1) % 2 === 0;
}
