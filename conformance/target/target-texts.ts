import { parseDuration } from '../../shared/expression/quantities.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import { textThat, Wrong } from '../suite/yaml/schema-parts.ts';
import { ADDRESS_REMEDY, plainAddress, shownAddress } from './connection.ts';
import type { ReceiverConfig } from './target.ts';

const ADDRESS = { be: 'be an address', pattern: '^https?://' };

/** An address without a trailing slash. */
export const address = textThat((text) => plainAddress(text) ?? noAddress(text), ADDRESS);

export const baseAddress = textThat(
  (text) => {
    const plain = plainAddress(text) ?? noAddress(text);
    const isVersioned = typeof plain === 'string' && plain.endsWith('/v1');
    return isVersioned ? new Wrong(`must end before /v1: write ${plain.slice(0, -3)}`) : plain;
  },
  { ...ADDRESS, description: 'the address below which the server has /v1' },
);

/** `http://127.0.0.1:4011/clock`: the last segment names the resource; the part before it is the base of every call. */
export function driverAddress(driver: DriverName) {
  return textThat((text) => {
    const plain = plainAddress(text);
    if (plain === null) return noAddress(text);
    const base = /^(https?:\/\/[^/]+.*)\/[^/]+$/.exec(plain)?.[1];
    return base ?? new Wrong(`must name the resource, as in ${plain}/${driver}`);
  }, ADDRESS);
}

function noAddress(text: string): Wrong {
  return new Wrong(`is ${shownAddress(text)}: ${ADDRESS_REMEDY}`);
}

const LENGTH = 'be a length of time with its unit, such as 8m or 1h30m';

/** In milliseconds. */
export const duration = textThat(
  (text) => (/[a-z]$/.test(text) ? parseDuration(text) : null) || new Wrong(`must ${LENGTH}`),
  { be: LENGTH, pattern: '^[\\d.]+(ms|s|m|h|d)([\\d.]+(ms|s|m|h))*$' },
);

const SECRET = /^env:[A-Za-z_]\w*$/;

/** The name of a secret, which is never in a file itself. */
export const secret = textThat(
  (text) =>
    SECRET.test(text)
      ? text
      : new Wrong('contains a secret: write env:NAME, and set NAME in the environment of the kit'),
  { pattern: SECRET.source },
);

const KEY = /^(env:[A-Za-z_]\w*|pk_test_.*)$/;
const NO_KEY =
  'not be written in a file: write env:NAME, and set NAME in the environment of the kit (only pk_test_ keys can be written out)';

/** The name of a key, or a harmless key. */
export const key = textThat((text) => (KEY.test(text) ? text : new Wrong(`must ${NO_KEY}`)), {
  be: NO_KEY,
  description: 'env:NAME of the key',
  pattern: KEY.source,
});

const EVERY_NETWORK = '0.0.0.0';

export const listenAddress = textThat((text): ReceiverConfig['listen'] | Wrong => {
  const [, v6, host, digits] = /^(?:\[([0-9a-f:]+)\]|([^:[\]]*)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== undefined && port <= 65_535) return { host: v6 ?? (host || EVERY_NETWORK), port };
  return new Wrong(`is ${text}: write host:port, or :port for every network; port 0 takes any free one`);
});
