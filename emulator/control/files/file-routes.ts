import * as z from 'zod';
import { ControlRefusal } from '../../domain/test-control/control-refusal.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import type { WireRequest } from '../../world/wire.ts';
import { fieldsIn, jsonReply, meantBy, type OfCall, reply, type Served } from '../reply.ts';
import { nameSchema } from '../schemas/names.ts';
import type { WorldControl } from '../world-control.ts';
import { LARGEST_FILE } from './file-control.ts';

const querySchema = z.strictObject({ snapshot: nameSchema.optional() });

/** A world as one file: `GET /v1/file` exports it, `POST /v1/file` imports it. */
export function servedFiles({ worldFor }: { worldFor: OfCall<WorldControl> }): Served {
  const optionsOf = (request: WireRequest) => {
    const { snapshot } = parseInput('The query', querySchema, fieldsIn(request));
    return snapshot === undefined ? {} : { snapshot };
  };
  return {
    'GET /v1/file': async (request) => {
      const bytes = await meantBy(worldFor, request).files.export(optionsOf(request));
      return reply(bytes, { 'cache-control': 'no-store', 'content-type': 'application/x-ndjson' });
    },
    'POST /v1/file': async (request) => {
      const bytes = await request.body.read(LARGEST_FILE);
      if (bytes === null) throw new ControlRefusal(413, `the file is larger than ${LARGEST_FILE} bytes`);
      return jsonReply(await meantBy(worldFor, request).files.import(bytes, optionsOf(request)));
    },
  };
}
