import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killTimes } from './kill-times.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const times = Number(process.argv[2] ?? 300);
const folder = mkdtempSync(join(tmpdir(), 'tryon-kills-'));

try {
  const { kills, acknowledged, lost, doubled, unreadable } = await killTimes(CLI, join(folder, 'data'), times);
  console.log(
    `${kills} kills, ${acknowledged} submissions acknowledged: ${lost} lost, ${doubled} doubled, ${unreadable} unreadable`,
  );
  process.exitCode = lost + doubled + unreadable === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
