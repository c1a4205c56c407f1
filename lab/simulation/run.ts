import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addCounts, countsText, noCounts, unreached } from './counts.ts';
import { drawSession, TOPICS } from './draw-session.ts';
import type { Session } from './operation.ts';
import { type Failure, play } from './play.ts';
import { LONGEST, shrinkFailure, storyText } from './simulate.ts';

const USE = `npm run simulate -- [--seed N] [--seeds K] [--steps M] [--focus TOPIC] [--out FOLDER]
npm run simulate -- --session FILE

Plays hostile sessions on an emulator whose clock, disk and receivers are simulated, and holds all that it does against
what must hold. A failing session is shrunk, printed as a list of steps, and written to FOLDER (.simulation).

  --seed N      the first seed (1)
  --seeds K     how many sessions, of the seeds from N on (1)
  --steps M     how many steps each (2000)
  --focus TOPIC mostly about one of ${TOPICS.join(', ')}
  --bail        ends with the first session that fails
  --seconds S   begins no step after so many seconds
  --shrink S    shrinks each failure for so many seconds of the processor (${LONGEST})
  --session FILE plays a session that was written, in place of a drawn one`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '2000' },
    focus: { type: 'string' },
    out: { type: 'string', default: '.simulation' },
    session: { type: 'string' },
    seconds: { type: 'string', default: '1000000' },
    shrink: { type: 'string', default: String(LONGEST) },
    bail: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** A positive integer. */
function count(name: 'seed' | 'seeds' | 'steps' | 'seconds' | 'shrink'): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) refuse(`--${name} must be an integer from 1 on`);
  return number;
}

function refuse(problem: string): never {
  console.error(`${problem}\n\n${USE}`);
  process.exit(2);
}

async function tell(session: Session, failure: Failure): Promise<void> {
  console.error(`seed ${session.seed}: ${failure.invariant} at step ${failure.step + 1}: ${failure.detail}`);
  let said = Date.now();
  const onTry = (tries: number, steps: number) => {
    if (Date.now() - said < 10_000) return;
    said = Date.now();
    console.error(`shrinking: ${steps} steps after ${tries} tries`);
  };
  const shrunk = await shrinkFailure(session, failure, { seconds: count('shrink'), onTry });
  const text = storyText(shrunk);
  console.error(text);
  mkdirSync(values.out, { recursive: true });
  const name = join(values.out, `seed-${session.seed}-${failure.invariant}`);
  writeFileSync(`${name}.json`, `${JSON.stringify(shrunk.session, null, 1)}\n`);
  writeFileSync(`${name}.txt`, `${text}\n`);
  writeFileSync(`${name}.session`, shrunk.recording);
  console.error(`\nagain: npm run simulate -- --session ${name}.json`);
  console.error(`requests and control calls alone: tryon-emulator replay ${name}.session`);
}

function sessions(): (() => Session)[] {
  const { session: file, focus = null } = values;
  if (file !== undefined) return [() => JSON.parse(readFileSync(file, 'utf8'))];
  if (focus !== null && !TOPICS.includes(focus)) refuse(`--focus is one of ${TOPICS.join(', ')}`);
  const [first, steps] = [count('seed'), count('steps')];
  return Array.from(
    { length: count('seeds') },
    (_, index) => () => drawSession(String(first + index), steps, { focus }),
  );
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(USE);
    return 0;
  }
  const sum = noCounts();
  const begin = Date.now();
  const end = begin + count('seconds') * 1000;
  let [played, failed] = [0, 0];
  for (const draw of sessions()) {
    if (Date.now() > end) break;
    const session = draw();
    played += 1;
    let said = Date.now();
    const onStep = (step: number) => {
      if (Date.now() - said > 30_000) {
        said = Date.now();
        console.error(`seed ${session.seed}: step ${step + 1} of ${session.operations.length}`);
      }
      return Date.now() > end;
    };
    const { counts, failure } = await play(session, { onStep });
    addCounts(sum, counts);
    if (failure === null) {
      console.error(`seed ${session.seed}: nothing found in ${counts.steps} steps`);
      continue;
    }
    failed += 1;
    console.error(`found after ${sum.steps} steps`);
    await tell(session, failure);
    if (values.bail) break;
  }
  const seconds = (Date.now() - begin) / 1000;
  console.log(countsText(sum));
  console.log(
    `${(sum.steps / seconds).toFixed(0)} steps a second, ${seconds.toFixed(1)} s; sessions: ${played}, of which failed: ${failed}`,
  );
  const isDrawn = values.session === undefined && values.focus === undefined && sum.steps >= 40_000;
  return failed > 0 || (isDrawn && unreached(sum).length > 0) ? 1 : 0;
}

process.exit(await main());
