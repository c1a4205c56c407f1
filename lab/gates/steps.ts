import { spawn } from 'node:child_process';
import { aligned } from '../size/aligned.ts';

export type Step = { name: string; command: string };
export type Outcome = Step & { seconds: number; code: number; said: string };

/** Steps of one round run at the same time. */
export type Round = readonly Step[];

const LAST_LINES = 60;

/**
 * Runs rounds one after the other, and prints a table at the end. A failure ends it after its round, unless it
 * `goesOn`. Returns whether all steps passed.
 */
export async function runRounds(rounds: readonly Round[], root: string, goesOn: boolean): Promise<boolean> {
  const outcomes: Outcome[] = [];
  for (const round of rounds) {
    outcomes.push(...(await Promise.all(round.map((step) => runStep(step, root)))));
    if (!goesOn && outcomes.some(hasFailed)) break;
  }
  for (const { name, said } of outcomes.filter(hasFailed))
    console.log(`\n== ${name} failed:\n${said.split('\n').slice(-LAST_LINES).join('\n')}`);
  console.log(`\n${tableOf(outcomes)}`);
  return !outcomes.some(hasFailed);
}

export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((one) => [
    one.name,
    durationText(one.seconds),
    hasFailed(one) ? `failed (${one.code})` : 'passed',
  ]);
  return aligned([['step', 'time', 'outcome'], ...rows]);
}

function hasFailed({ code }: Outcome): boolean {
  return code !== 0;
}

function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function runStep(step: Step, root: string): Promise<Outcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', step.command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.on('close', (code) => {
      const seconds = (performance.now() - began) / 1_000;
      console.log(`\n== ${step.name} (${step.command}), ${durationText(seconds)}\n${said}`);
      resolve({ ...step, seconds, code: code ?? 1, said });
    });
  });
}
