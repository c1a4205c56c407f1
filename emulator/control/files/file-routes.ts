import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { ControlRefusal } from '../../domain/test-control/control-refusal.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { bytesUpTo } from '../../domain/values/bytes-up-to.ts';
import { nameSchema } from '../schemas/names.ts';
import type { WorldControl } from '../world-control.ts';
import { LARGEST_FILE } from './file-control.ts';

const querySchema = z.strictObject({ snapshot: nameSchema.optional() });

type FileParts = { worldFor(key: string | undefined, name: string | undefined): WorldControl };

/** A world as one file: `GET /v1/file` exports it, `POST /v1/file` imports it. */
export function serveFiles(app: Hono, { worldFor }: FileParts): void {
  const worldOf = (context: Context) => worldFor(context.req.header('x-api-key'), context.req.header('emulator-world'));
  const optionsOf = (context: Context) => {
    const { snapshot } = parseInput('The query', querySchema, context.req.query());
    return snapshot === undefined ? {} : { snapshot };
  };
  app.get('/v1/file', async (context) => {
    const bytes = await worldOf(context).files.export(optionsOf(context));
    const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' };
    return context.body(new Uint8Array(bytes), 200, headers);
  });
  app.post('/v1/file', async (context) => {
    const bytes = await bytesUpTo(LARGEST_FILE, context.req.raw);
    if (bytes === null) throw new ControlRefusal(413, `the file is larger than ${LARGEST_FILE} bytes`);
    return context.json(await worldOf(context).files.import(bytes, optionsOf(context)));
  });
}
