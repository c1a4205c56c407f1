import type { Commands } from '../../shared/command.ts';

export const COMMANDS: Commands = {
  start: {
    summary: 'run the emulator until it is interrupted',
    load: async () => (await import('./start.ts')).startCommand,
  },
  exec: {
    summary: 'run a command against an emulator of its own',
    load: async () => (await import('./exec.ts')).execCommand,
  },
  ready: { summary: 'wait until an emulator answers', load: async () => (await import('./ready.ts')).readyCommand },
  clock: {
    summary: 'read or move the clock of a running emulator',
    load: async () => (await import('./clock.ts')).clockCommand,
  },
  plan: { summary: 'decide what becomes of the next jobs', load: async () => (await import('./plan.ts')).planCommand },
  account: {
    summary: 'change accounts and their keys while the emulator runs',
    load: async () => (await import('./account.ts')).accountCommand,
  },
  snapshot: {
    summary: 'save or load all that a world is',
    load: async () => (await import('./snapshot.ts')).snapshotCommand,
  },
  deviations: {
    summary: 'list the rules that the emulator can break, and the lawful variants',
    load: async () => (await import('./deviations.ts')).deviationsCommand,
  },
  fixtures: {
    summary: 'list the drawn faces and the magic images, or write them into a folder',
    load: async () => (await import('./fixtures.ts')).fixturesCommand,
  },
  listen: {
    summary: 'print webhooks of a running emulator, and hand them on',
    load: async () => (await import('./listen.ts')).listenCommand,
  },
  validate: { summary: 'check a configuration', load: async () => (await import('./validate.ts')).validateCommand },
  init: {
    summary: 'write a commented configuration to begin with',
    load: async () => (await import('./init.ts')).initCommand,
  },
  schema: {
    summary: 'print the JSON Schema of the configuration',
    load: async () => (await import('./schema.ts')).schemaCommand,
  },
  openapi: {
    summary: 'print the OpenAPI document of the service, or of the control API',
    load: async () => (await import('./openapi.ts')).openapiCommand,
  },
};
