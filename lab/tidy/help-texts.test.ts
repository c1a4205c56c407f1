import { describe, expect, it } from 'vitest';
import { PROGRAM as KIT } from '../../conformance/cli.ts';
import { PROGRAM as EMULATOR } from '../../emulator/cli.ts';
import { helpText } from '../../shared/help.ts';
import { phrasesIn } from './plain-words.ts';

const LONGEST = 70;
const commands = [EMULATOR, KIT].flatMap(({ name, commands }) =>
  Object.entries(commands).map(([command, entry]) => ({ program: name, command, ...entry })),
);

describe.each(commands)('the help of $program $command', ({ program, command: name, summary, load }) => {
  it('has short texts', async () => {
    const { flags, forms = {} } = await load();
    const texts = [summary, ...Object.values(forms), ...Object.values(flags).map(({ about }) => about)];
    expect(texts.filter((text) => text.length >= LONGEST)).toEqual([]);
  });

  it('has two examples of the program', async () => {
    const { examples = {} } = await load();
    expect(Object.keys(examples).length).toBeGreaterThanOrEqual(2);
    expect(Object.values(examples).filter((text) => !text.includes(program))).toEqual([]);
  });

  it('avoids phrases that are hard to read', async () => {
    expect(phrasesIn(name, helpText(program, name, summary, await load()))).toEqual([]);
  });
});
