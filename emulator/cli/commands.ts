import type { CliCommand, Commands } from '../../shared/command.ts';

type Row = [summary: string, load: () => Promise<CliCommand>];

/** The commands, under the headings of the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  Run: {
    start: ['run the emulator until you stop it', async () => (await import('./start.ts')).startCommand],
    ready: ['wait until an emulator answers', async () => (await import('./ready.ts')).readyCommand],
    init: [
      'write a commented configuration file, or fixtures for pytest',
      async () => (await import('./init.ts')).initCommand,
    ],
    validate: ['check a configuration file', async () => (await import('./validate.ts')).validateCommand],
  },
  'Test a client': {
    exec: ['run a command with a temporary emulator', async () => (await import('./exec.ts')).execCommand],
    vary: [
      "run your client's tests against every variation the spec allows",
      async () => (await import('./vary/vary.ts')).varyCommand,
    ],
    audit: ['list the mistakes of clients', async () => (await import('./control/inspection.ts')).auditCommand],
    'probe-webhook': [
      'check your webhook receiver against the spec',
      async () => (await import('./probe/probe-webhook.ts')).probeWebhookCommand,
    ],
  },
  'Control a running emulator': {
    clock: ['show, advance or set the clock', async () => (await import('./control/steering.ts')).clockCommand],
    plan: ['decide the outcome of the next jobs', async () => (await import('./control/steering.ts')).planCommand],
    fault: [
      'make the next requests or their answers fail',
      async () => (await import('./control/steering.ts')).faultCommand,
    ],
    jobs: [
      'list jobs and their internal stages; release or step one',
      async () => (await import('./control/inspection.ts')).jobsCommand,
    ],
    journal: [
      'list or follow requests and answers, as text, JSON or HAR',
      async () => (await import('./control/inspection.ts')).journalCommand,
    ],
    listen: [
      'print webhooks as they are sent, and forward them',
      async () => (await import('./listen.ts')).listenCommand,
    ],
    account: [
      'list and change accounts and their API keys',
      async () => (await import('./control/account.ts')).accountCommand,
    ],
    worlds: ['list, add or remove worlds', async () => (await import('./control/steering.ts')).worldsCommand],
    reset: ['reset a world to its initial state', async () => (await import('./control/steering.ts')).resetCommand],
    mcp: [
      'let coding agents control the emulator (MCP over stdio)',
      async () => (await import('./mcp/mcp.ts')).mcpCommand,
    ],
  },
  Data: {
    snapshot: [
      'save a world, or restore a saved one',
      async () => (await import('./control/steering.ts')).snapshotCommand,
    ],
    export: [
      'write a world and its pictures to one file',
      async () => (await import('./control/steering.ts')).exportCommand,
    ],
    import: [
      'replace a world with the contents of a file',
      async () => (await import('./control/steering.ts')).importCommand,
    ],
    replay: [
      'replay a recorded session, and compare every answer',
      async () => (await import('./files/replay.ts')).replayCommand,
    ],
    check: [
      'check a data directory for damage; changes nothing',
      async () => (await import('./files/check.ts')).checkCommand,
    ],
  },
  Reference: {
    deviations: [
      'list the rules that the emulator can break, and lawful variants',
      async () => (await import('./deviations.ts')).deviationsCommand,
    ],
    fixtures: [
      'list the test pictures, or write them to a folder',
      async () => (await import('./fixtures.ts')).fixturesCommand,
    ],
    schema: ['print the JSON Schema of the configuration', async () => (await import('./schema.ts')).schemaCommand],
    openapi: [
      'print the OpenAPI document of the service or the control API',
      async () => (await import('./openapi.ts')).openapiCommand,
    ],
  },
};

export const COMMANDS: Commands = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, [summary, load]]) => [name, { group, summary, load }]),
  ),
);
