import { parseDuration } from '../../../shared/duration.ts';
import { refuse } from '../answer.ts';
import type { House } from '../house.ts';
import type { World } from '../world.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** `id`: the id in the path. */
export type ConsoleCall = { house: House; world: World; secret: string; id: string; body: Fields };

/** A call of the contract. `members` are the members of its request and answer that can be declined. */
export type ConsoleRoute = {
  driver: string;
  /** For example `clock.advance`. */
  name: string;
  method: string;
  path: RegExp;
  members: readonly string[];
  /** Returns the answer; undefined is sent as an empty object. */
  act(call: ConsoleCall): unknown;
};

/** A route for a line such as `POST /jobs/{id}/step`. */
export function route(
  name: string,
  line: string,
  act: ConsoleRoute['act'],
  members: readonly string[] = [],
): ConsoleRoute {
  const [driver = ''] = name.split('.');
  const [method = '', pattern = ''] = line.split(' ');
  const path = new RegExp(`^${pattern.replace('{id}', '([^/]+)')}$`);
  return { driver, name, method, path, members: members.map((member) => `${driver}.${member}`), act };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function given<Members extends Fields>(members: Members): Partial<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>;
}

/** Accepts milliseconds, or a duration such as 24h. */
export function lengthOf(value: unknown): number {
  const length = typeof value === 'string' ? parseDuration(value) : value;
  return typeof length === 'number' ? length : refuse(400, 'NO_LENGTH', 'This is no length of time.');
}

export function found<Thing>(thing: Thing | undefined): Thing {
  return thing ?? refuse(404, 'NOTHING_THERE', 'There is no such thing.');
}
