import { gzipSync } from 'node:zlib';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import { spelledJson } from '../domain/values/spelling.ts';
import type { WireAnswer, WireRequest } from '../world/wire.ts';

const JSON_TYPE = 'application/json';

/** An answer whose JSON is spelled as the readings have it, with the length of its body. */
export function spelledAnswer({ status, headers, body: said }: WireAnswer, readings: Readings): WireAnswer {
  const body = typeof said === 'string' && headers['Content-Type'] === JSON_TYPE ? spelledJson(said, readings) : said;
  return withLength({ status, headers, body });
}

export function withLength(answer: WireAnswer): WireAnswer {
  const { headers, body } = answer;
  if (body !== null)
    headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return answer;
}

/** What HTTP leaves to a server: how an answer is sent that says the same. */
export function packedAnswer(answer: WireAnswer, asked: WireRequest['headers'], readings: Readings): WireAnswer {
  if (isUsual(readings)) return answer;
  const { status, headers, body } = compressed({ ...answer, headers: { ...answer.headers } }, asked, readings);
  const { json_content_type, content_length, connection } = readings;
  if (headers['Content-Type'] === JSON_TYPE) headers['Content-Type'] = JSON_TYPES[json_content_type];
  if (content_length === 'chunked') delete headers['Content-Length'];
  if (connection === 'close') headers['Connection'] = 'close';
  return { status, headers, body };
}

function isUsual(readings: Readings): boolean {
  return (
    readings.compression === 'none' &&
    readings.json_content_type === 'plain' &&
    readings.content_length === 'present' &&
    readings.connection === 'keep_alive'
  );
}

const JSON_TYPES: Record<Readings['json_content_type'], string> = {
  plain: JSON_TYPE,
  charset: `${JSON_TYPE}; charset=utf-8`,
  capitals_and_charset: 'Application/JSON; Charset=UTF-8',
};

function compressed(answer: WireAnswer, asked: WireRequest['headers'], { compression }: Readings): WireAnswer {
  const { headers, body } = answer;
  const isTaken = /(^|[\s,])gzip\s*(,|$)/i.test(asked['accept-encoding'] ?? '');
  if (compression === 'none' || typeof body !== 'string' || !isTaken) return answer;
  const Vary = [headers['Vary'], 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
  return withLength({ ...answer, headers: { ...headers, 'Content-Encoding': 'gzip', Vary }, body: gzipSync(body) });
}
