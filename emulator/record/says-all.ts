import type { ConfigInput } from '../control/schemas/config-input.ts';

type Filled = Pick<ConfigInput, 'from' | 'assets' | 'jobs'>;

/** Whether a configuration says all that its worlds begin with: it names no file, which may be another one elsewhere. */
export function saysAll({ worlds = {}, ...config }: ConfigInput): boolean {
  return [config, ...Object.values(worlds)].every(isWhole);
}

function isWhole({ from, assets = [], jobs = [] }: Filled): boolean {
  return from === undefined && !assets.some(namesFile) && !jobs.some(namesFile);
}

function namesFile(row: object): boolean {
  return JSON.stringify(row).includes('"file":');
}
