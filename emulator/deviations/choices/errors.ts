import { ApiError, ERROR_TABLE, type ErrorKind, type FieldProblem } from '../../domain/errors.ts';
import type { RouteId } from '../../domain/routes.ts';
import { mintId } from '../../domain/values/ids.ts';
import { requireKeyStore } from '../../world/ledger.ts';
import type { AnyJson, Means, RefusalContext, RequestContext } from '../deviation.ts';
import { withCode } from '../documents.ts';
import {
  type AnswerEdit,
  body,
  codeOf,
  errorOf,
  header,
  instead,
  isSubmit,
  on,
  SUBMITS,
  when,
  where,
} from '../edits.ts';
import { refusedAs } from '../refusals.ts';
import { jobs } from '../views.ts';

type IsMeant = (error: ApiError, context: RefusalContext) => boolean;

const ofKind =
  (kind: ErrorKind): IsMeant =>
  (error) =>
    error.kind === kind;
const invalidAt =
  (isMeant: (route: RouteId) => boolean): IsMeant =>
  (error, { route }) =>
    error.kind === 'invalid_request' && route !== null && isMeant(route);

const isInvalidUpload = invalidAt((route) => route === 'uploadAsset');

/** The refusals whose codes the specification does not show. */
const CODES: Readonly<Record<string, IsMeant>> = {
  'codes.duplicate_concern': ofKind('duplicate_concern'),
  'codes.asset_expired': ofKind('asset_expired'),
  'codes.payload_too_large': ofKind('payload_too_large'),
  'codes.rate_limited': ofKind('rate_limited'),
  'codes.internal_error': ofKind('internal_error'),
  'codes.not_found': ({ kind, about }) => kind === 'path_not_found' && about === null,
  'codes.invalid_submission': invalidAt(isSubmit),
  'codes.invalid_upload': (error, context) => isInvalidUpload(error, context) && error.about !== 'image_sides',
  'codes.image_sides': ({ about }) => about === 'image_sides',
  'codes.malformed_id': ({ about }) => about === 'id',
  'codes.wrong_method': ({ about }) => about === 'wrong_method',
};

const CODE_CHOICES = Object.fromEntries(
  Object.entries(CODES).map(([name, isMeant]): [string, Means] => [
    name,
    (code) => ({ ...refusedAs(isMeant, { code: String(code) }), ...withCode(String(code)) }),
  ]),
);

export const ERROR_CHOICES: Readonly<Record<string, Means>> = {
  ...CODE_CHOICES,
  wrong_method: (status) =>
    refusedAs(
      ({ about }) => about === 'wrong_method',
      (_, { request }) => ({ status: Number(status), message: `There is no ${request?.method} at this path.` }),
    ),
  unknown_path_without_key: () => ({
    check: ({ world, route, request }) => {
      if (route !== null) return;
      requireKeyStore(world);
      const key = world.state.keys.get(request.headers['x-api-key'] ?? '');
      const account = world.state.accounts.get(key?.account ?? '');
      const isUsable = key && account && world.rules.keyIsUsable(key, account, world.state.now);
      if (!isUsable) throw new ApiError('invalid_api_key', { because: NO_KEY });
    },
  }),
  retry_after_503_seconds: (seconds) =>
    refusedAs(
      ({ kind, retryAfterSeconds, because }) =>
        kind === 'service_unavailable' && retryAfterSeconds !== null && !WITH_OWN_WAIT.includes(because?.rule ?? ''),
      { retryAfterSeconds: Number(seconds) },
    ),
  // Spec 4.1: a 400 names the parameter; the place of the name is open (reading 62).
  error_message_names_field: () =>
    refusals((error) => {
      if (fieldsOf(error).length === 0) return;
      error.message = ERROR_TABLE[error.code === 'INVALID_CURSOR' ? 'invalid_cursor' : 'invalid_request'].message;
    }),
  // Spec 2.2, 2.4: a message is for people, so the same text for all refusals is sufficient.
  message_language: (language) => {
    const { request, job: failed } = WORDS[language as keyof typeof WORDS];
    return {
      ...refusals((error, { world }) => {
        const isNamed = world.settings.readings.error_message_names_field === 'present' && fieldsOf(error).length > 0;
        const names = fieldsOf(error).map(({ path }) => path);
        error.message = isNamed ? `${request}: ${names.join(', ')}` : request;
      }),
      ...jobs(({ error }, { outcome, decidedBy }) => {
        const planned = outcome.status === 'failed' && decidedBy !== undefined ? outcome.message : null;
        if (error !== null && error.message !== planned) error.message = failed;
      }),
    };
  },
  error_details: (form) =>
    refusals((error) => {
      const details = DETAILS[form as keyof typeof DETAILS](fieldsOf(error));
      if (details === null) delete error.details;
      else error.details = details;
    }),
  error_doc_url: (form) =>
    refusals((error) => {
      error.doc_url = form === 'address' ? 'https://docs.invalid/errors' : null;
    }),
  error_retryable: (form) =>
    refusals((error) => {
      if (form === 'absent') delete error.retryable;
      else error.retryable = null;
    }),
  request_id_header: () => ({
    answer: (answer, context) => header('X-Request-Id', requestIdOf(answer, context))(answer, context),
  }),
  unknown_path_body: (form) => ({
    answer: where(
      ({ world }, answer) => answer.status === 404 && codeOf(answer) === world.settings.readings.codes.not_found,
      form === 'html' ? () => HTML : instead(404, { title: 'Nothing here', status: 404 }),
    ),
  }),
  error_content_type: () => ({
    answer: where((_, answer) => errorOf(answer) !== undefined, header('Content-Type', 'application/problem+json')),
  }),
  quota_error_retryable: () => ({
    answer: on(
      SUBMITS,
      when(
        429,
        where(
          (_, { headers }) => Number(headers['Retry-After']) > A_MINUTE,
          body(({ error }) => {
            error.retryable = false;
          }),
        ),
      ),
    ),
  }),
};

const NO_KEY = { rule: 'AUTH-401', section: '5.5', compared: { key: 'none that is usable' } };

/** A fault has its own wait, and a submission in progress is answered soon. */
const WITH_OWN_WAIT = ['FAULT', 'IDEM-RACE-ONE-JOB'];

/** A shorter period is not a daily quota. */
const A_MINUTE = 60;

const WORDS = {
  german: { request: 'Fehler bei der Ausführung der Anfrage', job: 'Fehler bei der Ausführung des Auftrags' },
  french: { request: 'Erreur lors du traitement de la requête', job: 'Erreur lors du traitement de la tâche' },
} as const;

type Fields = readonly FieldProblem[];

const DETAILS = {
  absent: () => null,
  by_field: (fields: Fields) =>
    fields.length === 0 ? null : Object.fromEntries(fields.map(({ path, problem }) => [path, problem])),
  hint: (fields: Fields) => ({ hint: 'none', ...(fields.length > 0 && { fields }) }),
  parameter: ([first]: Fields) => (first === undefined ? null : { parameter: first.path }),
} as const;

/** The 404 for an unknown path as a proxy in front of the service sends it. */
const HTML = {
  status: 404,
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><title>404</title><h1>Nothing here</h1>',
};

function refusals(change: (error: AnyJson, context: RequestContext) => void) {
  return {
    answer: body(({ error }, context, { status }) => {
      if (status >= 400 && error !== undefined) change(error, context);
    }),
  };
}

function fieldsOf({ details }: AnyJson): Fields {
  return details?.fields ?? [];
}

/** The request id of a refusal is in its body; other answers have their own. */
function requestIdOf(answer: Parameters<AnswerEdit>[0], { world, memory }: RequestContext): string {
  const named: string | undefined = errorOf(answer)?.request_id;
  return named ?? mintId('req', `${world.settings.seed} header`, memory.count('answers'));
}
