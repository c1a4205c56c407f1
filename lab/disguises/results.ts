import { aligned } from '../size/aligned.ts';
import { KINDS, type Kind } from './kinds.ts';
import { BLAME, type Finding, type Played, type Task } from './play.ts';

/** What a run failed or warned. A failure of the kit itself counts, too. */
export function objectionsTo(played: Played | undefined): string[] {
  if (played === undefined) return ['it was not played'];
  const blamed = played.findings.filter(({ verdict }) => BLAME.includes(verdict));
  return [...played.errors, ...blamed.map((one) => `${one.verdict} ${one.rule}${enoughText(one)}: ${one.why}`)];
}

function enoughText({ enough }: Finding): string {
  if (enough === undefined) return '';
  return enough.length === 0 ? ' (not again in its scenario alone)' : ` (${enough.join('+')} is enough)`;
}

export function isCaught({ only }: Task, played: Played | undefined): boolean {
  return played?.findings.some(({ rule, verdict }) => only.includes(rule) && BLAME.includes(verdict)) === true;
}

/** A run in a few lines: its composition, what it failed or warned, and which rules became untested, and why. */
export function runText(number: string, task: Task, played: Played): string {
  const { kinds, deviation, only } = task;
  const head = `${number}: ${kinds.join('+')}`;
  const seconds = `${Math.round(played.seconds)} s`;
  if (deviation !== null) {
    const fired = played.hasFired ? 'not caught' : 'not caught, and never fired';
    const end = isCaught(task, played)
      ? 'caught'
      : [fired, ...played.findings.map(({ rule, why }) => `${rule} ${why}`)].join('; ');
    return `${head}\n  ${deviation}, which breaks ${only.join(', ')}: ${end}; ${seconds}`;
  }
  const objections = objectionsTo(played);
  const failed = objections.filter((text) => !text.startsWith('warn ')).length;
  const untested = played.findings.filter(({ verdict }) => !BLAME.includes(verdict));
  return [
    head,
    `  ${failed} failed, ${objections.length - failed} warned, ${untested.length} untested; ${seconds}`,
    ...objections.map((text) => `  ${text}`),
    ...byReason(untested).map(([why, rules]) => `  untested (${why}): ${rules.join(', ')}`),
  ].join('\n');
}

function byReason(findings: readonly Finding[]): [string, string[]][] {
  const reasons = [...new Set(findings.map(({ why }) => why))];
  return reasons.map((why) => [why, findings.filter((one) => one.why === why).map(({ rule }) => rule)]);
}

/** How many runs each kind was in, and which kinds were in none. */
export function kindsText(compositions: readonly (readonly Kind[])[]): string {
  const counted = KINDS.map(({ name }) => {
    return { name, runs: compositions.filter((kinds) => kinds.some((kind) => kind.name === name)).length };
  });
  const [played, others] = [counted.filter(({ runs }) => runs > 0), counted.filter(({ runs }) => runs === 0)];
  const rows = played.map(({ name, runs }) => [name, String(runs)]);
  const rest = others.length === 0 ? [] : [`in no run: ${others.map(({ name }) => name).join(', ')}`];
  return [aligned([['kind', 'runs'], ...rows]), ...rest].join('\n');
}
