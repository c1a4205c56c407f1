import type { Mistake } from './mistake.ts';

/** Mistakes in `careful/analyze.ts`. */
export const ANALYZE: readonly Mistake[] = [
  {
    id: 'new-key-each-try',
    about: 'A submission that is tried again has a new Idempotency-Key.',
    sections: ['4.2'],
    find: "headers: { 'X-API-Key': this.#key, ...headers },",
    replace:
      "headers: { 'X-API-Key': this.#key, ...headers, ...(path.startsWith('/v1/skin') ? { 'Idempotency-Key': crypto.randomUUID() } : {}) },",
  },
  {
    id: 'lost-submission-given-up',
    about: 'A submission whose answer was lost is given up.',
    sections: ['1', '4.2'],
    find: 'const isRefused = answer === null || [429',
    replace:
      "if (answer === null && path.startsWith('/v1/skin')) throw new Error('lost');\n      const isRefused = answer === null || [429",
  },
  {
    id: 'not-again-429',
    about: 'A 429 is not tried again.',
    sections: ['7', '8'],
    find: '[429, 500, 503]',
    replace: '[500, 503]',
  },
  {
    id: 'not-again-503',
    about: 'A 503 is not tried again.',
    sections: ['5', '7', '8'],
    find: '[429, 500, 503]',
    replace: '[429, 500]',
  },
  {
    id: 'polls-without-pause',
    about: 'Polls do not wait for Retry-After.',
    sections: ['4.3', '8'],
    find: 'await this.#sleep(wait);',
    replace: 'await this.#sleep(0.05);',
  },
  {
    id: 'fixed-poll-pause',
    about: 'The pause between polls is always one second, whatever Retry-After says.',
    sections: ['4.3', '8'],
    find: 'wait = waitOf(answer) ?? wait;',
    replace: 'wait = 1;',
  },
  {
    id: 'retry-at-once',
    about: 'A refused request is sent again without a pause.',
    sections: ['7', '8'],
    find: 'await this.#sleep(answer === null ? attempt : (waitOf(answer) ?? attempt));',
    replace: '',
  },
  {
    id: 'replay-refused',
    about: 'A replay, answered with 200, is taken for an error.',
    sections: ['4.2'],
    find: 'if (answer.status !== 202 && answer.status !== 200) throw errorOf(answer);\n    return { job',
    replace: 'if (answer.status !== 202) throw errorOf(answer);\n    return { job',
  },
  {
    id: 'not-modified-parsed',
    about: 'The empty body of a 304 is parsed.',
    sections: ['4.3'],
    find: 'if (answer.status === 200) job = parsed(answer);',
    replace: 'job = parsed(answer);',
  },
  {
    id: 'upload-201-only',
    about: 'An upload must be answered with 201.',
    sections: ['4.1'],
    find: 'if (answer.status < 200 || answer.status > 299) throw errorOf(answer);',
    replace: 'if (answer.status !== 201) throw errorOf(answer);',
  },
  {
    id: 'upload-200-or-201-only',
    about: 'An upload must be answered with 200 or 201.',
    sections: ['4.1'],
    find: 'if (answer.status < 200 || answer.status > 299) throw errorOf(answer);',
    replace: 'if (answer.status > 201) throw errorOf(answer);',
  },
  {
    id: 'concerns-by-position',
    about: 'The results are taken to be in the order of the request.',
    sections: ['2.3', '4.2'],
    find: 'output.concerns.find((entry: { concern: string }) => entry.concern === concern);',
    replace:
      "output.concerns[order.concerns.indexOf(concern)];\n      if (found.concern !== concern) throw new Error('another concern');",
  },
  {
    id: 'every-concern-measured',
    about: 'A concern that could not be measured is not expected.',
    sections: ['2.3'],
    find: "found?.status === 'measured' ? found.score : null;",
    replace: 'Number(found.score.toFixed(1));',
  },
  {
    id: 'known-outputs-only',
    about: 'An output of an unknown type is an error.',
    sections: ['2.3', '9'],
    find: "if (output.type !== 'skin.analysis') return { job: job.id, type: output.type, scores: {}, pictures: [], output };",
    replace: "if (output.type !== 'skin.analysis') throw new Error('unknown output');",
  },
  {
    id: 'output-before-status',
    about: 'The output is read before the status.',
    sections: ['1', '2.2', '7'],
    find: "if (job.status !== 'succeeded') throw new JobError(job.id, job.error?.code ?? job.status);\n    const { output } = job;",
    replace:
      "const { output } = job;\n    output.type.trim();\n    if (job.status !== 'succeeded') throw new JobError(job.id, job.error?.code ?? job.status);",
  },
  {
    id: 'branches-on-message',
    about: 'Whether a request is sent again depends on the message of the error.',
    sections: ['2.4', '7'],
    find: 'const isRefused = answer === null || [429, 500, 503].includes(answer.status);',
    replace:
      'const isRefused = answer === null || (answer.status > 399 && /unavailable|limit/i.test(String(parsed(answer).error?.message)));',
  },
  {
    id: 'key-in-query',
    about: 'The API key is in the query string.',
    sections: ['5'],
    find: 'fetch(new URL(path, this.#url), {',
    replace: 'fetch(new URL(`${path}?api_key=${this.#key}`, this.#url), {',
  },
  {
    id: 'error-as-picture',
    about: 'What answers the download is stored, even if it is an error.',
    sections: ['4.1', '7', '1', '2.3'],
    find: 'if (answer.status !== 200) throw errorOf(answer);\n    if (answer.bytes.length !== picture.size_bytes) throw new Error(`picture ${picture.id} is incomplete`);\n',
    replace: '',
  },
  {
    id: 'unknown-fields-refused',
    about: 'A job with a field that is not known is refused.',
    sections: ['2.3', '9'],
    find: 'if (answer.status === 200) job = parsed(answer);',
    replace:
      "if (answer.status === 200) job = parsed(answer);\n      if (Object.keys(job).length > 11) throw new Error('an unknown field');",
  },
  {
    id: 'strong-etag-only',
    about: 'A weak ETag is cut to its quoted part.',
    sections: ['4.3'],
    find: "etag = answer.headers.get('ETag') ?? etag;",
    replace: `etag = (/^"[^"]*"$/.exec(answer.headers.get('ETag') ?? '') ?? [null])[0] as string;\n      etag.trim();`,
  },
  {
    id: 'id-of-one-shape',
    about: 'An asset id must consist of lower-case letters and digits.',
    sections: ['2'],
    find: "if (typeof asset.id !== 'string')",
    replace: 'if (!/^asset_[a-z0-9]{1,32}$/.test(asset.id))',
  },
  {
    id: 'sixty-polls',
    about: 'A job is given up after three polls.',
    sections: ['1', '3', '4.3'],
    find: 'const MOST_POLLS = 2000;',
    replace: 'const MOST_POLLS = 3;',
  },
  {
    id: 'poll-failure-is-the-end',
    about: 'A job whose read is lost or refused is given up.',
    sections: ['1', '3', '4.3', '7', '8'],
    find: 'if (attempt === TRIES) throw',
    replace: "if (attempt === TRIES || path.startsWith('/v1/jobs/')) throw",
  },
];
