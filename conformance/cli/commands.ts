import type { Commands } from '../../shared/command.ts';

export const COMMANDS: Commands = {
  run: {
    group: 'Check a server',
    summary: 'check a server, rule by rule',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  plan: {
    group: 'Check a server',
    summary: 'estimate a run: requests, duration, untestable rules',
    load: async () => (await import('./commands/plan.ts')).planCommand,
  },
  init: {
    group: 'Check a server',
    summary: 'write a target.yaml for a server, or a new suite',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  observe: {
    group: 'Check a server',
    summary: 'judge a server by the traffic of other clients, from a HAR or a proxy',
    load: async () => (await import('./commands/observe.ts')).observeCommand,
  },
  calibrate: {
    group: 'Match the emulator to a server',
    summary: 'write an emulator.yaml that behaves like a server',
    load: async () => (await import('./commands/calibrate.ts')).calibrateCommand,
  },
  compare: {
    group: 'Match the emulator to a server',
    summary: 'compare two servers: verdicts and open questions',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  explore: {
    group: 'Match the emulator to a server',
    summary: 'search for a difference between a server and the emulator',
    load: async () => (await import('./commands/explore.ts')).exploreCommand,
  },
  explain: {
    group: 'Reports',
    summary: 'say whose fault an exchange is: server, client or neither',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  report: {
    group: 'Reports',
    summary: 'print a report, or convert it to HTML, JUnit, CTRF or a badge',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  verify: {
    group: 'Reports',
    summary: 'recompute the verdicts of a report from its recording',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  merge: {
    group: 'Reports',
    summary: 'merge the reports of shards',
    load: async () => (await import('./commands/merge.ts')).mergeCommand,
  },
  rules: {
    group: 'Write rules',
    summary: 'list the rules',
    load: async () => (await import('./commands/rules.ts')).rulesCommand,
  },
  new: {
    group: 'Write rules',
    summary: 'create a rule or a scenario',
    load: async () => (await import('./commands/new.ts')).newCommand,
  },
  lint: {
    group: 'Write rules',
    summary: 'check scenarios for errors',
    load: async () => (await import('./commands/lint.ts')).lintCommand,
  },
  prove: {
    group: 'Write rules',
    summary: 'prove that scenarios fail on servers that break their rules',
    load: async () => (await import('./commands/prove.ts')).proveCommand,
  },
  trace: {
    group: 'Write rules',
    summary: 'list sentences without rules, and rules without scenarios',
    load: async () => (await import('./commands/trace.ts')).traceCommand,
  },
  schema: {
    group: 'Reference',
    summary: 'print a JSON Schema',
    load: async () => (await import('./commands/schema.ts')).schemaCommand,
  },
};
