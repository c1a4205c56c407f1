import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Exchange } from './mixed-requests.ts';

type Response = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: { $ref?: string } }>;
};
export type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
};

/** Every answer has these; the last one is specific to the emulator. */
const EVERYWHERE = ['content-type', 'content-length', 'emulator-now'];

/** Compares answers with the OpenAPI document. */
export function checkerFor(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document as object, 'doc');
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

  /** What the document does not contain of an exchange, or contradicts. */
  return ({ request, status, headers, body }: Exchange): string | null => {
    const [method = '', address = ''] = request.split(' ');
    const path = routes.find(({ pattern }) => pattern.test(address.split('?')[0] ?? ''))?.path;
    if (path === undefined) return status === 404 ? null : `${request}: there is no such path`;
    const said = document.paths[path]?.[method.toLowerCase()]?.responses[status];
    if (said === undefined) return `${request}: no ${status}`;
    const response = said.$ref === undefined ? said : document.components.responses[said.$ref.split('/').at(-1) ?? ''];
    const wrong = Object.entries(headers).filter(
      ([name, value]) => !EVERYWHERE.includes(name) && !isSaid(response, name, value),
    );
    if (wrong.length > 0) return `${request} ${status}: unsaid headers ${wrong.join('; ')}`;
    return problemOfBody(response, headers['content-type'], body, `${request} ${status}`);
  };

  /** Whether the header is documented, and its value matches the schema; numbers are parsed from text. */
  function isSaid(response: Response | undefined, header: string, value: string): boolean {
    const name = Object.keys(response?.headers ?? {}).find((said) => said.toLowerCase() === header);
    if (name === undefined) return false;
    const validate = ajv.getSchema(`doc#/components/headers/${name}/schema`);
    return validate?.(value) === true || (/^\d+$/.test(value) && validate?.(Number(value)) === true);
  }

  function problemOfBody(response: Response | undefined, type: string | undefined, body: string, name: string) {
    if (type === undefined) return body === '' && response?.content === undefined ? null : `${name}: a body was said`;
    const schema = response?.content?.[type]?.schema;
    if (schema === undefined) return `${name}: no ${type}`;
    if (type !== 'application/json') return null;
    const validate = ajv.getSchema(`doc${schema.$ref}`);
    return validate?.(JSON.parse(body)) === true ? null : `${name}: ${ajv.errorsText(validate?.errors)}`;
  }
}
