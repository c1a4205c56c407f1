import type { CliCommand, Commands } from '../../shared/command.ts';

type Row = [summary: string, load: () => Promise<CliCommand>];

/** The commands under the headings of the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  Run: {
    start: ['run the emulator until it is interrupted', async () => (await import('./start.ts')).startCommand],
    ready: ['wait until an emulator answers', async () => (await import('./ready.ts')).readyCommand],
    init: [
      'write a commented configuration to begin with, or fixtures for pytest',
      async () => (await import('./init.ts')).initCommand,
    ],
    validate: ['check a configuration', async () => (await import('./validate.ts')).validateCommand],
  },
  'Test a client': {
    exec: ['run a command against an emulator of its own', async () => (await import('./exec.ts')).execCommand],
    vary: [
      'run the tests of a client under everything that a lawful server may do',
      async () => (await import('./vary/vary.ts')).varyCommand,
    ],
    audit: ['print what clients did wrong', async () => (await import('./control/inspection.ts')).auditCommand],
    'probe-webhook': [
      'certify a receiver of webhooks',
      async () => (await import('./probe/probe-webhook.ts')).probeWebhookCommand,
    ],
  },
  'Steer a running one': {
    clock: [
      'read or move the clock of a running emulator',
      async () => (await import('./control/steering.ts')).clockCommand,
    ],
    plan: ['decide what becomes of the next jobs', async () => (await import('./control/steering.ts')).planCommand],
    fault: [
      'make the next requests, or their answers, go wrong',
      async () => (await import('./control/steering.ts')).faultCommand,
    ],
    jobs: [
      'list jobs with their inner stages, and move one on',
      async () => (await import('./control/inspection.ts')).jobsCommand,
    ],
    journal: [
      'list or follow requests and their answers, as lines, JSON or HAR',
      async () => (await import('./control/inspection.ts')).journalCommand,
    ],
    listen: [
      'print webhooks of a running emulator, and pass them on',
      async () => (await import('./listen.ts')).listenCommand,
    ],
    account: [
      'change accounts and their keys while the emulator runs',
      async () => (await import('./control/steering.ts')).accountCommand,
    ],
    worlds: ['list, make or end worlds', async () => (await import('./control/steering.ts')).worldsCommand],
    reset: [
      'put a world back to the state in which it was made',
      async () => (await import('./control/steering.ts')).resetCommand,
    ],
  },
  Data: {
    snapshot: ['save or load all of a world', async () => (await import('./control/steering.ts')).snapshotCommand],
    export: [
      'write all of a world into one file, its pictures included',
      async () => (await import('./control/steering.ts')).exportCommand,
    ],
    import: [
      'replace a world with the one in a file',
      async () => (await import('./control/steering.ts')).importCommand,
    ],
    replay: [
      'run a recorded session again, and compare every answer',
      async () => (await import('./files/replay.ts')).replayCommand,
    ],
    check: [
      'check a data directory for damage, without changing it',
      async () => (await import('./files/check.ts')).checkCommand,
    ],
  },
  Reference: {
    deviations: [
      'list the rules that the emulator can break, and the lawful variants',
      async () => (await import('./deviations.ts')).deviationsCommand,
    ],
    fixtures: [
      'list the drawn faces and the magic images, or write them into a folder',
      async () => (await import('./fixtures.ts')).fixturesCommand,
    ],
    schema: ['print the JSON Schema of the configuration', async () => (await import('./schema.ts')).schemaCommand],
    openapi: [
      'print the OpenAPI document of the service, or of the control API',
      async () => (await import('./openapi.ts')).openapiCommand,
    ],
  },
};

export const COMMANDS: Commands = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, [summary, load]]) => [name, { group, summary, load }]),
  ),
);
