import fc from 'fast-check';
import type { Client } from '../../emulator/testing/client.ts';
import { fixtures } from '../../fixtures/index.ts';
import { anything, deep, oddId, oddWord } from './odd-values.ts';

const LISTS = ['/v1/assets', '/v1/jobs'];
const SUBMITS = ['/v1/skin/analyses', '/v1/makeup/try-ons', '/v1/hair/try-ons'];
const path = fc.oneof(
  fc.constantFrom(...LISTS, ...SUBMITS, '/v1/credits/balance', '/v1/usage', '/v1', '/v1/', '/v2/jobs'),
  oddId.map((id) => `/v1/jobs/${id}`),
  oddId.map((id) => `/v1/jobs/${id}/cancel`),
  oddId.map((id) => `/v1/assets/${id}`),
  oddId.map((id) => `/v1/assets/${id}/content`),
  oddId.map((id) => `/v1/${id}`),
);
const queryName = fc.oneof(
  fc.constantFrom('limit', 'cursor', 'order', 'status', 'purpose', 'operation', 'job_id', 'created_gte', 'from', 'to'),
  oddWord,
);
const query = fc
  .array(fc.tuple(queryName, fc.oneof(oddWord, fc.constantFrom('1', '101', '1e2', '2026-02-30', 'asc,desc'))), {
    maxLength: 3,
  })
  .map((fields) => (fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`));

/** An almost valid submission: known names, odd values. */
const NAMES = ['inputs', 'concerns', 'visualizations', 'products', 'color', 'asset_id', 'role', 'category', 'opacity'];
const nearly = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), oddWord), anything, { maxKeys: 4 });
const submission = fc.oneof(
  nearly,
  fc.record({
    inputs: fc.array(
      fc.oneof(fc.record({ asset_id: oddWord, role: fc.constantFrom('source', 'hair_mask') }), anything),
      { maxLength: 3 },
    ),
    concerns: fc.oneof(anything, fc.array(fc.constantFrom('acne', 'pore', ''), { maxLength: 3 })),
    products: fc.oneof(anything, fc.array(nearly, { maxLength: 3 })),
  }),
);

/** A picture of the package with some bytes changed, or cut off. */
const picture = fc
  .tuple(
    fc.constantFrom(...fixtures.faces().flatMap(({ files }) => Object.values(files))),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
    fc.nat(),
  )
  .map(([{ bytes }, changes, end]) => {
    const changed = Uint8Array.from(bytes());
    // Half of the changes are in the first 64 bytes, which contain the size of the picture.
    for (const [at, byte] of changes) changed[at % (at % 2 === 0 ? 64 : changed.length)] = byte;
    return end % 3 === 0 ? changed.slice(0, end % changed.length) : changed;
  });
const body = fc.oneof(
  submission.map((value) => JSON.stringify(value)),
  deep.map((value) => `{"inputs":${JSON.stringify(value)}}`),
  fc.constantFrom('', '{', 'null', '[]', '{"inputs":1e999}', '{"__proto__":{}}'),
  fc.uint8Array({ maxLength: 40 }),
  picture,
);
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const headers = fc.dictionary(
  fc.constantFrom('Idempotency-Key', 'If-None-Match', 'Content-Type', 'Accept', 'Authorization', 'Range', 'Prefer'),
  fc.oneof(
    headerText,
    fc.constantFrom(
      'application/json',
      'image/png',
      'image/jpeg',
      'multipart/form-data; boundary=x',
      '*',
      'W/"x"',
      'k1',
    ),
  ),
  { maxKeys: 4 },
);

/** Almost valid and arbitrary requests to the service, with valid and other keys. */
export const serviceCalls = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'),
  path,
  query,
  headers,
  body,
  key: fc.oneof({ weight: 6, arbitrary: fc.constant('good') }, headerText, fc.constant(null)),
});

type ServiceCall = typeof serviceCalls extends fc.Arbitrary<infer Call> ? Call : never;

/** Returns what is wrong with the answer to a request, or null. */
export async function serviceFault(client: Client, call: ServiceCall): Promise<string | null> {
  const { method, headers: sent, body: bytes, key } = call;
  const hasBody = !['GET', 'HEAD'].includes(method);
  const { status, body: said } = await client.call(method, `${call.path}${call.query}`, {
    headers: sent,
    ...(key !== 'good' && { key }),
    ...(hasBody && { body: bytes }),
  });
  const isExplained = status < 400 || method === 'HEAD' || typeof said?.error?.message === 'string';
  return status < 500 && isExplained ? null : `${method} ${call.path} answers ${status}`;
}
