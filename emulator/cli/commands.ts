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
  vary: {
    summary: 'run the tests of a client under all that a lawful server may do',
    load: async () => (await import('./vary/vary.ts')).varyCommand,
  },
  ready: { summary: 'wait until an emulator answers', load: async () => (await import('./ready.ts')).readyCommand },
  clock: {
    summary: 'read or move the clock of a running emulator',
    load: async () => (await import('./clock.ts')).clockCommand,
  },
  plan: { summary: 'decide what becomes of the next jobs', load: async () => (await import('./plan.ts')).planCommand },
  fault: {
    summary: 'harm the next requests, or their answers',
    load: async () => (await import('./world/fault.ts')).faultCommand,
  },
  jobs: {
    summary: 'list jobs with their inner stages, and take one on',
    load: async () => (await import('./world/jobs.ts')).jobsCommand,
  },
  journal: {
    summary: 'list or follow requests and their answers, as lines, JSON or HAR',
    load: async () => (await import('./world/journal.ts')).journalCommand,
  },
  audit: { summary: 'tell what clients did wrong', load: async () => (await import('./world/audit.ts')).auditCommand },
  worlds: { summary: 'list, make or end worlds', load: async () => (await import('./world/worlds.ts')).worldsCommand },
  reset: {
    summary: 'put a world back to the state in which it was made',
    load: async () => (await import('./world/reset.ts')).resetCommand,
  },
  account: {
    summary: 'change accounts and their keys while the emulator runs',
    load: async () => (await import('./account.ts')).accountCommand,
  },
  snapshot: {
    summary: 'save or load all that a world is',
    load: async () => (await import('./snapshot.ts')).snapshotCommand,
  },
  export: {
    summary: 'write all that a world is into one file',
    load: async () => (await import('./files/world-file.ts')).exportCommand,
  },
  import: {
    summary: 'make a world that of a file',
    load: async () => (await import('./files/world-file.ts')).importCommand,
  },
  replay: {
    summary: 'run a recorded session again, and compare every answer',
    load: async () => (await import('./files/replay.ts')).replayCommand,
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
  'probe-webhook': {
    summary: 'certify a receiver of webhooks',
    load: async () => (await import('./probe/probe-webhook.ts')).probeWebhookCommand,
  },
  check: {
    summary: 'check a data directory for damage, without changing it',
    load: async () => (await import('./files/check.ts')).checkCommand,
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
