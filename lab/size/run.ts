import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { textBefore } from '../gates/checkout.ts';
import { aligned } from './aligned.ts';
import { type Budgets, problemsOf, raisedSince, smallFilesIn } from './budgets.ts';
import { filesIn } from './files.ts';
import { ROOM_NAMES, sizesOf } from './rooms.ts';

/** Prints the size and the budget of each part of the project. With --check, the exit code is 1 if one is exceeded. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUDGETS = 'lab/size/budgets.json';
const { check, json } = parseArgs({
  options: { check: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
}).values;

const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Budgets;
const files = filesIn(ROOT);
const sizes = sizesOf(files);
const small = smallFilesIn(files);
console.log(json ? JSON.stringify(sizes, null, 2) : tableOf());
if (check) {
  const before = textBefore(BUDGETS);
  const raised = before === null ? [] : raisedSince(JSON.parse(before) as Budgets, budgets);
  const problems = [...problemsOf(sizes, small, budgets), ...raised];
  for (const problem of problems) console.error(`size: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function tableOf(): string {
  const rows = ROOM_NAMES.map((room) => {
    const { files: count, lines, bytes } = sizes[room];
    const { lines: budget = null, goal = null, ceiling = null } = budgets.rooms[room] ?? {};
    return [room, ...[count, lines, budget, goal, ceiling].map(numberText), (bytes / lines).toFixed(1)];
  });
  const smallRow = ['small files', numberText(small.length), '', numberText(budgets.small_files), '', '', ''];
  return aligned([['', 'files', 'lines', 'budget', 'goal', 'ceiling', 'bytes per line'], ...rows, smallRow]);
}

function numberText(number: number | null): string {
  return number === null ? '–' : number.toLocaleString('en');
}
