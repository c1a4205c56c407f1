import { describe, expect, it } from 'vitest';
import { slowFiles } from './slow-files.ts';

/** Lets everything run that is not held. */
const turns = () => new Promise(setImmediate);

describe('slow files', () => {
  it('delay the writes of a checkpoint until they are passed, and nothing else', async () => {
    const files = slowFiles();
    const done: string[] = [];
    files.hold();
    const write = async (path: string) => {
      const open = await files.create(path);
      done.push(`${path} is made`);
      await open.append(Buffer.from('rows'));
      done.push(`${path} is written`);
    };
    write('segments/world-1-1.ndjson');
    write('changes-000000000001.ndjson');
    await turns();
    expect(done).toEqual(['changes-000000000001.ndjson is made', 'changes-000000000001.ndjson is written']);
    files.pass(1);
    await turns();
    expect(done.slice(2)).toEqual(['segments/world-1-1.ndjson is made']);
    files.hurry();
    await turns();
    expect(done.slice(3)).toEqual(['segments/world-1-1.ndjson is written']);
  });
});
