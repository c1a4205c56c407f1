import { describe, expect, it } from 'vitest';
import { readSession } from './read-session.ts';
import { writeSession } from './tape.ts';

const PICTURE = Uint8Array.from([137, 80, 78, 71, 255, 0]);

function written(write: (writer: ReturnType<typeof writeSession>) => void): string {
  let text = '';
  write(
    writeSession({ start: { config: { seed: 'one' } } }, (line) => {
      text += line;
    }),
  );
  return text;
}

const read = (text: string) => readSession('a.session', Buffer.from(text));

describe('the file of a session', () => {
  const text = written(({ entry, content }) => {
    entry({ do: 'request', n: 1, method: 'POST', target: '/v1/assets', body: content(PICTURE, true) });
    entry({ do: 'request', n: 2, method: 'POST', target: '/v1/assets', body: content(PICTURE, true) });
    entry({ do: 'request', n: 3, method: 'GET', target: '/v1/usage', headers: { 'x-api-key': 'pk_test_demo' } });
    entry({ do: 'end' });
  });

  it('is read as it was written, with bytes in it once', () => {
    const { head, entries, bytes, lines, isTorn } = read(text);
    expect(head).toMatchObject({ format: 1, pace: 'free', redacted: false, start: { config: { seed: 'one' } } });
    expect(entries.map((entry) => entry.do)).toEqual(['request', 'request', 'request', 'end']);
    expect(lines).toEqual([3, 4, 5, 6]);
    expect([...bytes.values()].map((one) => [...one])).toEqual([[...PICTURE]]);
    expect(isTorn).toBe(false);
  });

  it('can be cut off anywhere: complete lines are read, and the rest is reported', () => {
    const { entries, isTorn } = read(text.slice(0, text.lastIndexOf('GET')));
    expect([entries.length, isTorn]).toEqual([2, true]);
  });

  it.each([
    ['{}\n', 'a.session:1: this is no recorded session'],
    [text.replace('"format":1', '"format":9'), 'a.session:1: the session is of format 9, which a newer'],
    [text.replace('"do":"end"', '"do":"edn"'), 'a.session:6'],
    [text.replace('"n":2,', '"n":0,'), 'a.session:4'],
    [text.replace('"do":"bytes"', '"do":'), 'a.session:2: the line is not JSON'],
    [text.replace(/.*"do":"bytes".*\n/, ''), 'a.session:2: the bytes '],
  ])('that cannot be played is refused with its line', (wrong, problem) => {
    expect(() => read(wrong)).toThrow(problem);
  });
});
