import { isKnownPath } from '../../domain/routes.ts';
import type { Means } from '../deviation.ts';
import { header, instead, when, where } from '../edits.ts';

/** What a server says to clients besides yes and no: how to show a key, and whether a browser may ask. */
export const ACCESS_CHOICES: Readonly<Record<string, Means>> = {
  www_authenticate: () => ({ answer: when(401, header('WWW-Authenticate', 'ApiKey realm="api"')) }),
  cors: () => ({
    answer: (answer, context) => {
      const shown = where(
        ({ request }) => request.method === 'OPTIONS' && isKnownPath(request.path),
        instead(204, null, PREFLIGHT),
      )(answer, context);
      return header('Access-Control-Allow-Origin', '*')(shown, context);
    },
  }),
};

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, If-None-Match, X-API-Key',
};
