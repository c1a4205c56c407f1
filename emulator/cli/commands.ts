import type { CliCommand, Commands } from '../../shared/command.ts';

type Row = [summary: string, load: () => Promise<object>];

/** The commands, under the headings of the help. The module of `probe-webhook` exports `probeWebhookCommand`. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  Run: {
    start: ['run the emulator until you stop it', () => import('./start.ts')],
    ready: ['wait until an emulator answers', () => import('./ready.ts')],
    init: ['write a commented configuration file', () => import('./init.ts')],
    validate: ['check a configuration file', () => import('./validate.ts')],
  },
  'Test a client': {
    exec: ['run a command with a temporary emulator', () => import('./exec.ts')],
    vary: ["run your client's tests against every variation the spec allows", () => import('./vary/vary.ts')],
    audit: ['list the mistakes of clients', () => import('./control/inspection.ts')],
    'probe-webhook': ['check your webhook receiver against the spec', () => import('./probe/probe-webhook.ts')],
  },
  'Control a running emulator': {
    clock: ['show, advance or set the clock', () => import('./control/steering.ts')],
    plan: ['decide the outcome of the next jobs', () => import('./control/steering.ts')],
    fault: ['make the next requests or their answers fail', () => import('./control/steering.ts')],
    jobs: ['list jobs and their internal stages; release or step one', () => import('./control/inspection.ts')],
    journal: ['list or follow requests and answers, as text, JSON or HAR', () => import('./control/inspection.ts')],
    listen: ['print webhooks as they are sent, and forward them', () => import('./listen.ts')],
    account: ['list and change accounts and their API keys', () => import('./control/account.ts')],
    worlds: ['list, add or remove worlds', () => import('./control/steering.ts')],
    reset: ['reset a world to its initial state', () => import('./control/steering.ts')],
    mcp: ['let coding agents control the emulator (MCP over stdio)', () => import('./mcp/mcp.ts')],
  },
  Data: {
    snapshot: ['save a world, or restore a saved one', () => import('./control/steering.ts')],
    export: ['write a world and its pictures to one file', () => import('./control/steering.ts')],
    import: ['replace a world with the contents of a file', () => import('./control/steering.ts')],
    replay: ['replay a recorded session, and compare every answer', () => import('./files/replay.ts')],
    check: ['check a data directory for damage; changes nothing', () => import('./files/check.ts')],
  },
  Reference: {
    deviations: ['list the rules that the emulator can break, and lawful variants', () => import('./deviations.ts')],
    fixtures: ['list the test pictures, or write them to a folder', () => import('./fixtures.ts')],
    schema: ['print the JSON Schema of the configuration', () => import('./schema.ts')],
    openapi: ['print the OpenAPI document of the service or the control API', () => import('./openapi.ts')],
  },
};

export const COMMANDS: Commands = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, [summary, load]]) => [
      name,
      { group, summary, load: async () => commandIn(await load(), name) },
    ]),
  ),
);

function commandIn(module: object, name: string): CliCommand {
  const exported = `${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Command`;
  return (module as Readonly<Record<string, CliCommand>>)[exported] as CliCommand;
}
