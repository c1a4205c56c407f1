import type { Row } from '../../emulator/vary/report/report.ts';
import type { Mistake } from './mistakes/mistake.ts';

/** Whether a section is another one or a part of it: 4.2 is a part of 4. */
export function isWithin(section: string, wanted: string): boolean {
  return section === wanted || section.startsWith(`${wanted}.`);
}

/** The sections that a finding names: those of the variation, of the proofs, and of what the client was reading. */
export function sectionsOf({ section, proofs, read_in }: Row): string[] {
  return [section, ...[...proofs, ...read_in].map((one) => one.section)].filter((one) => one !== '');
}

export function isNamed(row: Row, { sections }: Pick<Mistake, 'sections'>): boolean {
  if (row.verdict !== 'finding') return false;
  return sectionsOf(row).some((section) => sections.some((wanted) => isWithin(section, wanted)));
}
