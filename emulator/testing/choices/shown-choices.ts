import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { EmulatorOptions } from '../../index.ts';
import { type Call, type Client, emulatorFor, REQUESTS, type Reply } from '../client.ts';
import { readingsWith, settableIn } from './topic-questions.ts';

type Product = keyof typeof REQUESTS;
type Submitting = Call & { idempotencyKey?: string; input?: string };

/** Who asks a server, on a face of its own. */
export type Asker = Awaited<ReturnType<typeof askerOf>>;

/** A choice for a question, an exchange that shows it, and what is seen by default and with the choice. */
export type ChoiceRow = {
  choice: unknown;
  asks(asker: Asker): Promise<unknown>;
  usual: unknown;
  chosen: unknown;
  /** What both servers have besides. */
  and?: EmulatorOptions;
};

/** Each row shows its choice and nothing else does; and each question of the file that can be set has a row. */
export function itShowsEachChoice(topic: string, rows: Readonly<Record<string, ChoiceRow | ChoiceRow[]>>): void {
  const all = Object.entries(rows).flatMap(([question, given]) => [given].flat().map((row) => ({ question, ...row })));
  it.each(all)('$question is $choice', async ({ question, choice, asks, usual, chosen, and = {} }) => {
    const readings = readingsWith({ [question]: choice }, and.readings);
    expect(await asks(await askerOf(and))).toEqual(usual);
    expect(await asks(await askerOf({ ...and, readings }))).toEqual(chosen);
    expect(isDeepStrictEqual(usual, chosen)).toBe(false);
  });

  it(`of ${topic}.yaml that can be set has a row`, () => {
    expect(settableIn(topic).filter((name) => rows[name] === undefined)).toEqual([]);
  });
}

async function askerOf(options: EmulatorOptions) {
  const { emulator, client } = await emulatorFor(options);
  const face: string = (await client.upload()).body?.id;
  return { emulator, client, face, ...asking(client, face) };
}

function asking(client: Client, face: string) {
  const submit = (product: Product, change: object, { input = face, ...options }: Submitting): Promise<Reply> => {
    const { path, body } = REQUESTS[product];
    return client.submit(path, { inputs: [{ asset_id: input, role: 'source' }], ...body, ...change }, options);
  };
  return {
    skin: (change: object = {}, options: Submitting = {}) => submit('skin.analyze', change, options),
    makeup: (change: object = {}, options: Submitting = {}) => submit('makeup.apply', change, options),
    hair: (change: object = {}, options: Submitting = {}) => submit('hair.try_on', change, options),
  };
}
