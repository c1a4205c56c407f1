import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { fixedAnswers, listen } from './fixed.mjs';

/** Hono on node:http with routes, fixed answers and no logic. */
export function start() {
  const { answerTo, answers } = fixedAnswers();
  const send = (context) => {
    const { status, headers, body } = answerTo(context.req.method);
    return context.body(body, status, headers);
  };
  const app = new Hono()
    .get('/v1/jobs/:id', send)
    .get('/v1/assets', send)
    .get('/v1/assets/:id/content', send)
    .post('/v1/*', async (context) => {
      await context.req.arrayBuffer();
      return send(context);
    });
  return listen(createAdaptorServer({ fetch: app.fetch }), answers);
}
