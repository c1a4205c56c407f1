import { describe, expect, it } from 'vitest';
import { lastOutput, plainText, withOutput } from './container-output.ts';

/** A chunk of output as the engine sends it. */
function frame(stream: 1 | 2, text: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(stream, 0);
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

describe('the output of a container', () => {
  it('is read from the chunks that the engine sends', () => {
    expect(plainText(Buffer.concat([frame(1, 'listening\n'), frame(2, 'héllo'), frame(1, '')]))).toBe(
      'listening\nhéllo',
    );
    expect(plainText(Buffer.alloc(0))).toBe('');
    expect(plainText(frame(1, 'cut off').subarray(0, 11))).toBe('cut');
  });

  it('is added to a message, limited to its last lines', () => {
    const printed = Array.from({ length: 25 }, (_, index) => `line ${index}`).join('\n');
    const lines = withOutput('it failed', `${printed}\n`).split('\n');
    expect(lines.slice(0, 3)).toEqual(['it failed', 'The container printed:', '  line 5']);
    expect(lines.at(-1)).toBe('  line 24');
    expect(withOutput('it failed', '\n')).toBe('it failed');
  });

  it('is empty if there is no such container, or no engine', async () => {
    expect(await lastOutput('no-such-container')).toBe('');
  });
});
