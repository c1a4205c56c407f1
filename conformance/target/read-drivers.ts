import { DRIVERS, type DriverName } from '../suite/vocabulary.ts';
import type { Node } from '../suite/yaml/node.ts';
import { readFields } from '../suite/yaml/read-fields.ts';
import { addressOf, fieldsOf, type Reading, refuse, secretOf, textOf } from './reading.ts';
import type { DriversConfig, ReceiverConfig } from './target.ts';

const DRIVER_FIELDS = fieldsOf({
  url: 'where the whole contract is served',
  token: 'env:NAME of what its calls must carry',
  ...Object.fromEntries(DRIVERS.map((driver) => [driver, 'where this driver is served'])),
});

const RECEIVER_FIELDS = fieldsOf({
  listen: 'host:port on which the tester takes events',
  public_url: 'the address under which the target reaches it',
  secret: 'env:NAME of the signing secret of an endpoint that was registered by hand',
});

export const NO_DRIVERS: DriversConfig = { url: null, token: null, named: {}, receiver: null };

export function readDrivers(node: Node | undefined, reading: Reading): DriversConfig {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return NO_DRIVERS;
  const read = readFields(node, DRIVER_FIELDS, 'drivers', reading.problems);
  const named: DriversConfig['named'] = {};
  for (const driver of DRIVERS) {
    const value = read[driver];
    const base = value === undefined || value.kind === 'map' ? null : baseOf(value, driver, reading);
    if (base !== null) named[driver] = base;
    if (value?.kind === 'map' && driver !== 'webhooks')
      refuse(reading, value.place, `drivers.${driver} must be an address`);
  }
  return {
    url: addressOf(read['url'], 'drivers.url', reading),
    token: secretOf(read['token'], 'drivers.token', reading),
    named,
    receiver: readReceiver(read['webhooks'], reading),
  };
}

/** `http://127.0.0.1:4011/clock`: its last segment names the resource, what stands before it begins every call. */
function baseOf(node: Node, driver: DriverName, reading: Reading): string | null {
  const what = `drivers.${driver}`;
  const address = addressOf(node, what, reading);
  if (address === null) return null;
  const base = /^(https?:\/\/[^/]+.*)\/[^/]+$/.exec(address)?.[1];
  if (base !== undefined) return base;
  return refuse(reading, node.place, `${what} must name the resource, as in ${address}/${driver}`);
}

function readReceiver(node: Node | undefined, reading: Reading): ReceiverConfig | null {
  if (node?.kind !== 'map') return null;
  const read = readFields(node, RECEIVER_FIELDS, 'drivers.webhooks', reading.problems);
  const given = textOf(read['listen'], 'drivers.webhooks.listen', reading) ?? '127.0.0.1:0';
  const listen = listenOf(given);
  if (listen === null)
    return refuse(
      reading,
      read['listen']?.place ?? node.place,
      `drivers.webhooks.listen is ${given}: write host:port, or :port for every network; port 0 takes any free one`,
    );
  return {
    listen,
    public_url: addressOf(read['public_url'], 'drivers.webhooks.public_url', reading),
    secret: secretOf(read['secret'], 'drivers.webhooks.secret', reading),
  };
}

const EVERY_NETWORK = '0.0.0.0';

function listenOf(text: string): ReceiverConfig['listen'] | null {
  const [, v6, host, digits] = /^(?:\[([0-9a-f:]+)\]|([^:[\]]*)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) return null;
  return { host: v6 ?? (host || EVERY_NETWORK), port };
}
