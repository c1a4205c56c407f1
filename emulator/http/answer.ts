import type { WireAnswer } from '../world/wire.ts';

export function json(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  return jsonText(status, JSON.stringify(body), headers);
}

/** An answer with JSON that is already text, so that nothing is serialized twice. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): WireAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: text };
}

export function noContent(): WireAnswer {
  return { status: 204, headers: {}, body: null };
}

/** An answer with the length of its body. */
export function withLength(answer: WireAnswer): WireAnswer {
  const { headers, body } = answer;
  if (body !== null)
    headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return answer;
}
