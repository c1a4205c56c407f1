import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { type ApiError, ERROR_TABLE, type FieldProblem } from '../errors.ts';
import { inLanguage } from './language.ts';

/** The ErrorDetail of section 2.4, with its status. `open` names the code of a refusal for which the specification shows none. */
export function errorDetail(
  error: ApiError,
  requestId: string,
  readings: Readings,
  open: ApiError['code'] = error.code,
) {
  const detail = {
    code: codeOf(error, open, readings),
    message: messageOf(error, readings),
    request_id: requestId,
    ...detailsOf(error.fields, readings),
    ...docUrlOf(readings),
    ...retryableOf(error.retryable, readings),
  };
  return { status: error.status, body: { error: detail } };
}

function codeOf({ kind }: ApiError, open: ApiError['code'], readings: Readings): string {
  if (open !== null) return typeof open === 'string' ? readings.codes[open] : open.spelt;
  const { code } = ERROR_TABLE[kind];
  return typeof code === 'string' ? code : code(readings);
}

/** Spec 4.1: a 400 names the parameter; where is open (reading 62). */
function messageOf(error: ApiError, readings: Readings): string {
  const { error_message_names_field: naming, message_language: language } = readings;
  const isNamed = naming === 'present' && error.fields.length > 0;
  if (language === 'english')
    return isNamed || error.fields.length === 0 ? error.message : ERROR_TABLE[error.kind].message;
  const said = inLanguage(language, 'request');
  return isNamed ? `${said}: ${error.fields.map(({ path }) => path).join(', ')}` : said;
}

function detailsOf(fields: readonly FieldProblem[], { error_details: form }: Readings): object {
  if (form === 'hint') return { details: { hint: 'none', ...(fields.length > 0 && { fields }) } };
  const [first] = fields;
  if (first === undefined || form === 'absent') return {};
  if (form === 'fields_list') return { details: { fields } };
  if (form === 'parameter') return { details: { parameter: first.path } };
  return { details: Object.fromEntries(fields.map(({ path, problem }) => [path, problem])) };
}

const DOC_URL = 'https://docs.invalid/errors';

function docUrlOf({ error_doc_url: form }: Readings): object {
  if (form === 'absent') return {};
  return { doc_url: form === 'address' ? DOC_URL : null };
}

function retryableOf(retryable: boolean, { error_retryable: form }: Readings): object {
  if (form === 'absent') return {};
  return { retryable: form === 'present' ? retryable : null };
}
