import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** Hono without routes of its own to speak of, from node_modules as it comes. */
const app = new Hono().get('/v1/usage', (context) => context.json({}));

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
