import { type Answerers, besideAt } from './answerers.ts';
import { requestOfFetch } from './wire-request.ts';
import { responseOf } from './write-reply.ts';

/** Answers a request that came without a socket. */
export async function answerFetch(answerers: Answerers, request: Request): Promise<Response> {
  const asked = requestOfFetch(request);
  const app = await besideAt(answerers, asked)?.load();
  if (app !== undefined) return app.fetch(request);
  return responseOf(request.method, await answerers.service(asked), answerers.wall);
}
