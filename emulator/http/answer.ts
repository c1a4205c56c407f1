import type { WireAnswer } from '../world/wire.ts';

export function json(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  return jsonText(status, JSON.stringify(body), headers);
}

/** JSON that is text already: nothing is serialised a second time. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): WireAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: text };
}

export function noContent(): WireAnswer {
  return { status: 204, headers: {}, body: null };
}

/** An answer that says how long its body is. */
export function withLength(answer: WireAnswer): WireAnswer {
  const { headers, body } = answer;
  if (body !== null)
    headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return answer;
}
