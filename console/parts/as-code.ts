import type { Exchange } from '../api/types.ts';

/** Requests as commands. Everything that a client sent is quoted, so that it remains one shell word. */

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const OF_CONNECTION = ['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding', 'keep-alive'];

export function asCurl(exchange: Exchange, base: string): string {
  const { method, path, query, requestHeaders, requestBody } = exchange;
  const headers = Object.entries(requestHeaders).filter(([name]) => !OF_CONNECTION.includes(name));
  const address = `${base}${path}${query === '' ? '' : `?${query}`}`;
  const parts = [
    `curl -X ${method} ${quoted(address)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(requestBody ? [`--data-raw ${quoted(requestBody)}`] : []),
  ];
  return parts.join(' \\\n  ');
}

export function asSteps(base: string, key: string, path: string, type: string, body: object): Record<string, string> {
  const json = JSON.stringify(body, null, 2);
  const line = JSON.stringify(body);
  return {
    curl: [
      `BASE=${quoted(base)}`,
      `ASSET=$(curl -s -H 'X-API-Key: ${key}' -H 'Content-Type: ${type}' --data-binary @face "$BASE/v1/assets" | jq -r .id)`,
      `curl -s -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\\n  -H "Idempotency-Key: $(uuidgen)" \\\n  -d ${quoted(line).replaceAll('ASSET_ID', `'"$ASSET"'`)} \\\n  "$BASE${path}"`,
    ].join('\n'),
    TypeScript: [
      `const base = '${base}';`,
      `const key = { 'X-API-Key': '${key}' };`,
      `const upload = { method: 'POST', headers: { ...key, 'Content-Type': '${type}' }, body: face };`,
      'const asset = await (await fetch(`${base}/v1/assets`, upload)).json();',
      `const body = ${json.replaceAll('"ASSET_ID"', 'asset.id')};`,
      `const submitted = await fetch(\`\${base}${path}\`, {`,
      "  method: 'POST',",
      "  headers: { ...key, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },",
      '  body: JSON.stringify(body),',
      '});',
      'const job = await submitted.json();',
    ].join('\n'),
    JSON: json,
  };
}
