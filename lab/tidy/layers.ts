export type Layers = Record<string, readonly string[]>;

/** The files directly in a tree, which assemble its layers, except the command line, which belongs to `cli`. */
export const ASSEMBLY = '.';

const WORLD = ['domain', 'world', 'runtime'];
const SERVICE = [...WORLD, 'storage', 'adapters', 'deviations', 'http', 'webhooks', 'control', 'behaviours', 'vary'];
const RECORDED = [...SERVICE, 'host', 'record'];
const ASSEMBLED = [...RECORDED, ASSEMBLY];

/** The layers that each layer may import, in addition to itself. */
export const EMULATOR_LAYERS: Layers = {
  domain: [],
  world: ['domain'],
  runtime: ['domain', 'world'],
  storage: WORLD,
  adapters: ['domain', 'world', 'storage'],
  deviations: ['domain', 'world'],
  http: WORLD,
  webhooks: [...WORLD, 'adapters'],
  control: [...WORLD, 'webhooks'],
  behaviours: ['domain', 'runtime', 'http'],
  vary: ['domain', 'control'],
  host: SERVICE,
  record: [...SERVICE, 'host'],
  [ASSEMBLY]: RECORDED,
  vitest: ['domain', 'control', ASSEMBLY],
  remote: ['control', 'webhooks'],
  replay: ASSEMBLED,
  cli: [...ASSEMBLED, 'remote', 'replay'],
};
/** From reading a suite to reporting a run: each layer may import the previous ones. */
const CONFORMANCE_ORDER = [
  'suite',
  'target',
  'effects',
  'plan',
  'play',
  'model',
  'judge',
  'run',
  'sessions',
  'report',
  'observe',
  'calibrate',
  'explore',
  ASSEMBLY,
  'cli',
];
export const CONFORMANCE_LAYERS: Layers = Object.fromEntries(
  CONFORMANCE_ORDER.map((layer, index) => [layer, CONFORMANCE_ORDER.slice(0, index)]),
);
