import { hash } from 'node:crypto';
import { checkerFor } from '../../../emulator/testing/document-checker.ts';
import type { Sim } from '../sim.ts';

type Checker = ReturnType<typeof checkerFor>;

/**
 * Checkers by the choices that a document depends on, and by document, because reading one takes longer than many
 * steps.
 */
const byChoices = new Map<string, Checker>();
const byDocument = new Map<string, Checker>();

/** Returns a check of answers against the current OpenAPI document. */
export async function documentCheck({ machine, books }: Sim): Promise<Checker> {
  const name = JSON.stringify(Object.entries(books.choices).toSorted());
  const known = byChoices.get(name);
  if (known !== undefined) return known;
  const text = await (await machine.emulator.fetch('/_emulator/openapi.json')).text();
  const digest = hash('sha256', text);
  const checker = byDocument.get(digest) ?? checkerFor(JSON.parse(text));
  byDocument.set(digest, checker);
  byChoices.set(name, checker);
  return checker;
}
