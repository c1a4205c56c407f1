import type { Commands } from '../../shared/command.ts';

export const COMMANDS: Commands = {
  run: {
    group: 'Grade a server',
    summary: 'grade a server',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  plan: {
    group: 'Grade a server',
    summary: 'say what a run would cost, and what it could not show',
    load: async () => (await import('./commands/plan.ts')).planCommand,
  },
  init: {
    group: 'Grade a server',
    summary: 'ask a server what it has, and write a commented target.yaml; or begin a suite',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  calibrate: {
    group: 'Match the emulator to a server',
    summary: 'see what a server does where the spec leaves it open, and write an emulator.yaml that does the same',
    load: async () => (await import('./commands/calibrate.ts')).calibrateCommand,
  },
  compare: {
    group: 'Match the emulator to a server',
    summary: 'say in what two servers differ: verdicts, and what the spec leaves open',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  explore: {
    group: 'Match the emulator to a server',
    summary: 'search for the first thing that a server does otherwise than the emulator',
    load: async () => (await import('./commands/explore.ts')).exploreCommand,
  },
  report: {
    group: 'Reports',
    summary: 'print a report again, or turn it into HTML, JUnit, CTRF or a badge',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  verify: {
    group: 'Reports',
    summary: 'work the verdicts of a report out again from what it recorded',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  merge: {
    group: 'Reports',
    summary: 'make one report of the shards of a run',
    load: async () => (await import('./commands/merge.ts')).mergeCommand,
  },
  rules: {
    group: 'Write rules',
    summary: 'list the rules',
    load: async () => (await import('./commands/rules.ts')).rulesCommand,
  },
  new: {
    group: 'Write rules',
    summary: 'begin a rule or a scenario',
    load: async () => (await import('./commands/new.ts')).newCommand,
  },
  lint: {
    group: 'Write rules',
    summary: 'check scenarios, down to every expression in them',
    load: async () => (await import('./commands/lint.ts')).lintCommand,
  },
  prove: {
    group: 'Write rules',
    summary: 'show that scenarios can fail: against servers that break their rules',
    load: async () => (await import('./commands/prove.ts')).proveCommand,
  },
  trace: {
    group: 'Write rules',
    summary: 'show what is missing between the spec, the rules and the scenarios',
    load: async () => (await import('./commands/trace.ts')).traceCommand,
  },
  schema: {
    group: 'Reference',
    summary: 'print the JSON Schema of a kind of file',
    load: async () => (await import('./commands/schema.ts')).schemaCommand,
  },
};
