export type Layers = Record<string, readonly string[]>;

/** What each layer may import besides itself; the files directly in emulator/ are left out. */
export const EMULATOR_LAYERS: Layers = {
  domain: [],
  world: ['domain'],
  runtime: ['domain', 'world'],
  storage: ['domain', 'world', 'runtime'],
  adapters: ['domain', 'world', 'storage'],
  deviations: ['domain', 'world'],
  http: ['domain', 'world', 'runtime'],
  webhooks: ['domain', 'world', 'runtime', 'adapters'],
  control: ['domain', 'world', 'runtime', 'webhooks'],
  behaviours: ['domain', 'runtime', 'http'],
  vary: ['domain', 'control'],
  vitest: ['domain', 'control'],
  remote: ['control', 'webhooks'],
};
/** From what is read to what is told of it: each may import those before it. The files directly in conformance/ stand above all. */
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
  'calibrate',
  'explore',
];
export const CONFORMANCE_LAYERS: Layers = Object.fromEntries(
  CONFORMANCE_ORDER.map((layer, index) => [layer, CONFORMANCE_ORDER.slice(0, index)]),
);
