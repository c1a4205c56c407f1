import { writeFileSync } from 'node:fs';
import { atMostWords, type CliCommand, UsageError } from '../../shared/command.ts';
import { aboutQuestion, READING_QUESTIONS, readingsSchema, shownDefault } from '../domain/readings.ts';
import { say } from './remote.ts';

const DEFAULT_FILE = 'emulator.yaml';

export const initCommand: CliCommand = {
  forms: { '[FILE]': '' },
  flags: { json: { about: 'print the result as JSON' } },
  notes: `FILE defaults to ${DEFAULT_FILE}. An existing file is never overwritten.`,
  examples: {
    'A configuration': 'tryon-emulator init',
    'In another folder': 'tryon-emulator init tests/emulator.yaml',
  },
  run: async (flags, words) => {
    atMostWords(words, 1);
    const [file = DEFAULT_FILE] = words;
    try {
      writeFileSync(file, starterConfig(), { flag: 'wx' });
    } catch (error) {
      const there = (error as NodeJS.ErrnoException).code === 'EEXIST';
      throw new UsageError(there ? `${file} exists already: choose another file name` : `${file} cannot be written`);
    }
    return say(flags, { file }, () => `wrote ${file}; run: tryon-emulator start --config ${file}`);
  },
};

/** What new users change first, and every reading with its default, commented out. */
function starterConfig(): string {
  return `# yaml-language-server: $schema=./node_modules/tryon-kit/dist/emulator.schema.json

# Decides every id, score and picture.
seed: my-team

# running: follows the machine's clock. frozen: stands still. auto: polling moves it.
clock: auto

# How long a job stays in each stage, in the world's time.
stages: { queued: 1s, picked_up: 500ms, preparing: 500ms, processing: 2s }

accounts:
  - name: demo
    credits: { granted: 1000, enforced: true, low_balance_at: 100 }
    keys:
      - secret: pk_live_demo
      - secret: pk_test_demo

# Jobs that are there from the start: three pages of finished ones, and one in work.
# jobs:
#   - { count: 45, every: 1h }
#   - { operation: skin.analyze, stage: processing }

# Outcomes of jobs: the first matching plan applies.
# plans:
#   - match: { operation: skin.analyze }
#     times: 1
#     outcome: { status: failed, code: INPUT_UNPROCESSABLE }

# What goes wrong: the first fault that matches does.
# faults:
#   - match: { route: POST /v1/makeup/try-ons }
#     nth: 2
#     effect: { kind: commit_then_drop }

# What to do where the specification is silent. These are the defaults, the strictest with the client.
# readings:
${readingLines().join('\n')}
`;
}

function readingLines(): string[] {
  const defaults = readingsSchema.parse({});
  return Object.entries(defaults).map(([name, value]) => {
    const question = READING_QUESTIONS.find((one) => one.name === name);
    const shown = question === undefined ? value : shownDefault(question);
    const text = typeof shown === 'string' && typeof value === 'number' ? shown : JSON.stringify(value);
    return `#   ${name}: ${text}${question === undefined ? '' : ` # ${aboutQuestion(question)}`}`;
  });
}
