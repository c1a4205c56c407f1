import type { Commands } from '../../shared/command.ts';

export const COMMANDS: Commands = {
  start: {
    group: 'Run',
    summary: 'run the emulator until it is interrupted',
    load: async () => (await import('./start.ts')).startCommand,
  },
  ready: {
    group: 'Run',
    summary: 'wait until an emulator answers',
    load: async () => (await import('./ready.ts')).readyCommand,
  },
  init: {
    group: 'Run',
    summary: 'write a commented configuration to begin with, or fixtures for pytest',
    load: async () => (await import('./init.ts')).initCommand,
  },
  validate: {
    group: 'Run',
    summary: 'check a configuration',
    load: async () => (await import('./validate.ts')).validateCommand,
  },
  exec: {
    group: 'Test a client',
    summary: 'run a command against an emulator of its own',
    load: async () => (await import('./exec.ts')).execCommand,
  },
  vary: {
    group: 'Test a client',
    summary: 'run the tests of a client under everything that a lawful server may do',
    load: async () => (await import('./vary/vary.ts')).varyCommand,
  },
  audit: {
    group: 'Test a client',
    summary: 'print what clients did wrong',
    load: async () => (await import('./control/inspection.ts')).auditCommand,
  },
  'probe-webhook': {
    group: 'Test a client',
    summary: 'certify a receiver of webhooks',
    load: async () => (await import('./probe/probe-webhook.ts')).probeWebhookCommand,
  },
  clock: {
    group: 'Steer a running one',
    summary: 'read or move the clock of a running emulator',
    load: async () => (await import('./control/steering.ts')).clockCommand,
  },
  plan: {
    group: 'Steer a running one',
    summary: 'decide what becomes of the next jobs',
    load: async () => (await import('./control/steering.ts')).planCommand,
  },
  fault: {
    group: 'Steer a running one',
    summary: 'make the next requests, or their answers, go wrong',
    load: async () => (await import('./control/steering.ts')).faultCommand,
  },
  jobs: {
    group: 'Steer a running one',
    summary: 'list jobs with their inner stages, and move one on',
    load: async () => (await import('./control/inspection.ts')).jobsCommand,
  },
  journal: {
    group: 'Steer a running one',
    summary: 'list or follow requests and their answers, as lines, JSON or HAR',
    load: async () => (await import('./control/inspection.ts')).journalCommand,
  },
  listen: {
    group: 'Steer a running one',
    summary: 'print webhooks of a running emulator, and pass them on',
    load: async () => (await import('./listen.ts')).listenCommand,
  },
  account: {
    group: 'Steer a running one',
    summary: 'change accounts and their keys while the emulator runs',
    load: async () => (await import('./control/steering.ts')).accountCommand,
  },
  worlds: {
    group: 'Steer a running one',
    summary: 'list, make or end worlds',
    load: async () => (await import('./control/steering.ts')).worldsCommand,
  },
  reset: {
    group: 'Steer a running one',
    summary: 'put a world back to the state in which it was made',
    load: async () => (await import('./control/steering.ts')).resetCommand,
  },
  snapshot: {
    group: 'Data',
    summary: 'save or load all of a world',
    load: async () => (await import('./control/steering.ts')).snapshotCommand,
  },
  export: {
    group: 'Data',
    summary: 'write all of a world into one file, its pictures included',
    load: async () => (await import('./control/steering.ts')).exportCommand,
  },
  import: {
    group: 'Data',
    summary: 'replace a world with the one in a file',
    load: async () => (await import('./control/steering.ts')).importCommand,
  },
  replay: {
    group: 'Data',
    summary: 'run a recorded session again, and compare every answer',
    load: async () => (await import('./files/replay.ts')).replayCommand,
  },
  check: {
    group: 'Data',
    summary: 'check a data directory for damage, without changing it',
    load: async () => (await import('./files/check.ts')).checkCommand,
  },
  deviations: {
    group: 'Reference',
    summary: 'list the rules that the emulator can break, and the lawful variants',
    load: async () => (await import('./deviations.ts')).deviationsCommand,
  },
  fixtures: {
    group: 'Reference',
    summary: 'list the drawn faces and the magic images, or write them into a folder',
    load: async () => (await import('./fixtures.ts')).fixturesCommand,
  },
  schema: {
    group: 'Reference',
    summary: 'print the JSON Schema of the configuration',
    load: async () => (await import('./schema.ts')).schemaCommand,
  },
  openapi: {
    group: 'Reference',
    summary: 'print the OpenAPI document of the service, or of the control API',
    load: async () => (await import('./openapi.ts')).openapiCommand,
  },
};
