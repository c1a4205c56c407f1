import { describe, expect, it } from 'vitest';
import { BASE_URL, cancelTape, exchange, hookTape, silentExchange } from '../testing/sample-tape.ts';
import { bodyText, entryText, shortUrl, valueLine } from './wire-text.ts';

describe('The text of an exchange', () => {
  it('has its method, path, bodies and status', () => {
    const entry = exchange({ ask: 'POST /v1/x?a=1', send: { a: 1 }, status: 409, body: { error: null }, took: 1500 });
    expect(entryText(entry, BASE_URL)).toEqual({
      asked: 'POST /v1/x?a=1',
      sent: '{\n  "a": 1\n}',
      outcome: '409 after 1.5 s',
      got: '{\n  "error": null\n}',
    });
  });

  it('states why there is no answer', () => {
    expect(entryText(silentExchange('GET /v1/usage'), BASE_URL)).toMatchObject({
      outcome: 'no answer: closed (ECONNRESET) after 3 ms',
      got: null,
    });
  });

  it('describes bytes by their kind', () => {
    const [upload] = cancelTape;
    if (upload === undefined) throw new Error('the sample has an upload');
    expect(entryText(upload, BASE_URL).sent).toBe(
      '(fixture afro, image/jpeg of 640 x 800, 48211 bytes, sha256 5d41402abc4b…)',
    );
    const broken = { media_type: 'image/png', width: 1, height: 1, decodable: false };
    expect(bodyText({ kind: 'bytes', size: 9, sha256: 'ab', image: broken })).toContain('cannot be decoded');
  });

  it('covers drives, deliveries and reads of the clock', () => {
    const texts = hookTape.map((entry) => entryText(entry, BASE_URL));
    expect(texts.map(({ asked }) => asked)).toEqual([
      'drive clock.advance',
      'read the clock',
      'deliveries to sink, until 2026-11-20T09:31:00.000Z',
      'GET /v1/usage',
    ]);
    expect(texts[0]?.outcome).toBe('refused: no clock');
    expect(texts[2]?.outcome).toBe('1 delivery received');
    expect(texts[2]?.got).toContain('Service-Event-Id: evt_1');
  });

  it('shortens only URLs of the target', () => {
    expect(shortUrl(`${BASE_URL}/v1/x`, `${BASE_URL}/`)).toBe('/v1/x');
    expect(shortUrl('https://api.acme.test.evil/v1', BASE_URL)).toBe('https://api.acme.test.evil/v1');
  });

  it('leaves text that is not JSON unchanged', () => {
    expect(bodyText({ kind: 'text', text: 'oops {' })).toBe('oops {');
    expect(bodyText({ kind: 'none' })).toBeNull();
  });

  it('has values on one line', () => {
    expect([valueLine(undefined), valueLine(null), valueLine({ a: [1, 'x'] })]).toEqual([
      'nothing',
      'null',
      '{ "a": [ 1, "x" ] }',
    ]);
  });
});
