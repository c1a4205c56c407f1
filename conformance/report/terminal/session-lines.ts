import { counted } from '../../../shared/counted.ts';
import { indent, type Line, wrapped } from '../../../shared/report/lines.ts';
import type { Report } from '../report.ts';

/** What the sessions of a run came to, with the steps of those that broke a rule. */
export function sessionLines({ sessions }: Report, { width }: { width: number }): Line[] {
  if (sessions === undefined) return [];
  const { played, broken, unsure } = sessions;
  const text = (content: string, room = width) => wrapped('plain', content, room);
  const steps = (all: readonly string[]) =>
    all.flatMap((step, index) => indent(text(index === 0 ? step : `${index}. ${step}`, width - 4), 2));
  return [
    ...text(
      `${counted(played, 'session')} played, ${broken.length === 0 ? 'none broke' : `${broken.length} broke`} a rule`,
    ),
    ...broken.flatMap(({ id, rules, steps: all }) => [...text(`${id} breaks ${rules.join(', ')}`), ...steps(all)]),
    ...unsure.flatMap(({ id, rules, steps: all }) => [
      ...text(`${id} broke ${rules.join(', ')} once, and not when it was played again; this fails nothing`),
      ...steps(all),
    ]),
  ];
}
