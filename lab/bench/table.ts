import { aligned } from '../size/aligned.ts';
import { type Figure, KINDS, type LastRun, REFERENCES, share, timesWorse, type Unit } from './figure.ts';

/** Smaller differences are noise. */
const TOLERANCE = 1.15;

const HEADER = ['figure', ...KINDS, ...REFERENCES.map((reference) => `of ${reference}`)];

/** One row for each figure: the emulator, the references, and the share of each reference. */
function cellsOf(figure: Figure): string[] {
  const { name, unit } = figure;
  return [
    name,
    ...KINDS.map((kind) => valueText(figure[kind], unit)),
    ...REFERENCES.map((reference) => share(figure, reference)?.toFixed(2) ?? ''),
  ];
}

function valueText(value: number | undefined, unit: Unit): string {
  if (value === undefined) return '';
  const text = Math.abs(value) < 100 ? value.toFixed(unit === 'times' ? 2 : 1) : Math.round(value).toLocaleString('en');
  return `${text} ${unit}`;
}

/** The table for a terminal: the last run is in the last column, and what got worse is listed below. */
export function report(figures: readonly Figure[], last: LastRun | null, machine: string): string {
  const lines = figures.map((figure) => {
    const before = last?.figures.find(({ name }) => name === figure.name);
    return [...cellsOf(figure), valueText(before?.emulator, figure.unit)];
  });
  const table = aligned([[...HEADER, 'last run'], ...lines]);
  return last === null ? table : `${table}\n\n${comparison(figures, last, machine)}`;
}

function comparison(figures: readonly Figure[], last: LastRun, machine: string): string {
  const isSame = last.machine === machine;
  const compared = figures.flatMap((figure) => {
    const before = last.figures.find(({ name }) => name === figure.name);
    const times = before === undefined ? null : timesWorse(figure, before, isSame);
    return times === null ? [] : [{ name: figure.name, times }];
  });
  const worse = compared.filter(({ times }) => times > TOLERANCE);
  const run = `the run of ${last.day} (${isSame ? 'this machine' : `another machine, by the share of bare: ${last.machine}`})`;
  const names = worse.map(({ name, times }) => `${name} (${times.toFixed(2)} times)`).join('; ');
  return `${worse.length} of ${compared.length} figures are worse than in ${run} by more than 15 %${names && `: ${names}`}.`;
}

/** The page for a run that is kept. */
export function page({ day, machine, note, figures }: LastRun): string {
  const rows = [HEADER, ['---', ...HEADER.slice(1).map(() => '---:')], ...figures.map(cellsOf)];
  return `# The last run of the bench

Written by \`npm run bench -- --keep\` on ${day}, on ${machine}.
“bare” is \`node:http\` with fixed answers, “least” the least server with state. The last three columns are shares: 1.00 is as
fast as the reference, 0.50 half as fast. Shares are comparable on other machines; the other figures are not.
${note === undefined ? '' : `\n${note}\n`}
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}
