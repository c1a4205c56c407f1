import { atMostWords, type CliCommand, EXIT, textFlag, UsageError } from '../../shared/command.ts';
import type { DeviationFacts } from '../world/world.ts';
import { print } from './print.ts';

export const deviationsCommand: CliCommand = {
  flags: {
    rule: { about: 'list only deviations that break this rule', value: 'ID' },
    json: { about: 'print the list as JSON' },
  },
  notes: 'Enable them with tryon-emulator start --deviate ID,ID or POST /_emulator/v1/deviations.',
  examples: {
    'All that break one rule': 'tryon-emulator deviations --rule JOB-404',
    'Start an emulator that breaks it':
      'tryon-emulator start --deviate $(tryon-emulator deviations --rule JOB-404 --json | node -p "JSON.parse(fs.readFileSync(0))[0].id")',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const { deviator } = await import('../deviations/deviator.ts');
    const rule = textFlag(flags, 'rule');
    const meant = deviator.catalogue.filter((entry) => rule === undefined || breaks(entry, rule));
    if (meant.length === 0) throw new UsageError(`no deviation breaks ${rule}; without --rule all are listed`);
    print(flags['json'] === true ? JSON.stringify(meant) : meant.map(line).join('\n'));
    return EXIT.fine;
  },
};

function breaks(entry: DeviationFacts, rule: string): boolean {
  return entry.kind === 'deviation' && (entry.rule === rule || entry.also.includes(rule));
}

function line(entry: DeviationFacts): string {
  const place = entry.kind === 'deviation' ? `breaks ${entry.rule}` : `lawful: ${entry.cites}`;
  return `${entry.id.padEnd(40)} ${place}\n    ${entry.about}`;
}
