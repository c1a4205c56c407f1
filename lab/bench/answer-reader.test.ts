import { describe, expect, it } from 'vitest';
import { answerReader } from './answer-reader.ts';

function read(expectedStatus: number, chunks: string[]): { answers: number; problems: string[] } {
  const seen = { answers: 0, problems: [] as string[] };
  const take = answerReader(
    expectedStatus,
    () => {
      seen.answers += 1;
    },
    (problem) => seen.problems.push(problem),
  );
  for (const chunk of chunks) take(Buffer.from(chunk));
  return seen;
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-length: 5\r\nETag: "a"\r\n\r\nhello';

describe('the reader of answers', () => {
  it('counts one answer after another', () => {
    expect(read(200, [ANSWER, ANSWER])).toEqual({ answers: 2, problems: [] });
  });

  it('counts an answer once, wherever it is cut', () => {
    for (let cut = 1; cut < ANSWER.length; cut += 1) {
      const chunks = [ANSWER.slice(0, cut), ANSWER.slice(cut), ANSWER];
      expect(read(200, chunks)).toEqual({ answers: 2, problems: [] });
    }
  });

  it('counts an answer that comes a byte at a time', () => {
    expect(read(200, [...ANSWER])).toEqual({ answers: 1, problems: [] });
  });

  it('refuses another status than the row expects', () => {
    const { answers, problems } = read(202, [ANSWER]);
    expect(answers).toBe(0);
    expect(problems).toEqual([expect.stringContaining('expected 202 with a Content-Length, got HTTP/1.1 200 OK')]);
  });

  it('refuses an answer that does not tell its length', () => {
    const { answers, problems } = read(200, [ANSWER.replace('content-length', 'x-length')]);
    expect(answers).toBe(0);
    expect(problems).toHaveLength(1);
  });

  it('refuses bytes beyond the length', () => {
    const { answers, problems } = read(200, [`${ANSWER}!`]);
    expect(answers).toBe(0);
    expect(problems).toEqual(['more bytes came than Content-Length says']);
  });
});
