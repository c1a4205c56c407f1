import { hash } from 'node:crypto';
import { checkerFor } from '../../emulator/testing/document-checker.ts';
import type { Sim } from './sim.ts';

type Checker = ReturnType<typeof checkerFor>;

/** By the choices under which a document is served, and by the document: to read one takes longer than many steps. */
const byChoices = new Map<string, Checker>();
const byDocument = new Map<string, Checker>();

/** Holds answers against the OpenAPI document that is served now. */
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
