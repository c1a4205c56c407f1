import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isOver, sizesOf, sizeTable } from './rooms.ts';

/** Prints the size and the budget of each part of the project. The exit code is 1 if a part is over its budget. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { json } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;
const paths = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
const sizes = sizesOf(
  paths.filter((path) => path !== '' && existsSync(join(ROOT, path))),
  (path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1,
);
console.log(json ? JSON.stringify(sizes, null, 2) : sizeTable(sizes));
process.exitCode = sizes.some(isOver) ? 1 : 0;
