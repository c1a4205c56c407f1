import type { Mistake } from './mistake.ts';

export const RECEIVER: readonly Mistake[] = [
  {
    id: 'first-v1-only',
    about: 'Only the first v1 of a signature is compared.',
    sections: ['6.4'],
    find: 'return sums.some(',
    replace: 'return sums.slice(0, 1).some(',
  },
  {
    id: 'two-parts-only',
    about: 'A signature with more than t and one v1 is refused.',
    sections: ['6.4'],
    find: '|| sums.length === 0) return false;',
    replace: '|| parts.length !== 2) return false;',
  },
  {
    id: 'time-not-checked',
    about: 'The time of a signature is not compared with the clock.',
    sections: ['6.4', '8'],
    find: '  if (Math.abs(now - Number(time)) > TOLERANCE_S) return false;\n',
    replace: '',
  },
  {
    id: 'future-accepted',
    about: 'A signature may be of any time in the future.',
    sections: ['6.4', '8'],
    find: 'Math.abs(now - Number(time))',
    replace: 'now - Number(time)',
  },
  {
    id: 'nothing-verified',
    about: 'No signature is verified.',
    sections: ['6.4'],
    find: "const isGenuine = isSigned(body, String(request.headers['service-signature'] ?? ''), this.secret);",
    replace: 'const isGenuine = true;',
  },
  {
    id: 'last-t-wins',
    about: 'A signature with two times is accepted.',
    sections: ['6.4'],
    find: 'times.length !== 1 || ',
    replace: '',
  },
  {
    id: 'parsed-before-verified',
    about: 'The signature is compared with a body that was parsed and written again.',
    sections: ['6.4'],
    find: 'const body = Buffer.concat(pieces);',
    replace: 'const body = Buffer.from(JSON.stringify(JSON.parse(Buffer.concat(pieces).toString())));',
  },
  {
    id: 'handled-twice',
    about: 'An event that arrives again is handled again.',
    sections: ['6.5'],
    find: '    if (this.#seen.has(event.id)) return;\n',
    replace: '',
  },
  {
    id: 'webhook-alone',
    about: 'A job is never polled before its event.',
    sections: ['1', '6.5', '6'],
    find: 'waits < PATIENCE && this',
    replace: 'this',
  },
  {
    id: 'four-types-only',
    about: 'An event of an unknown type crashes the receiver.',
    sections: ['6.1', '6.2', '9'],
    find: 'if (!/^job\\.(succeeded|failed|cancelled)$/.test(event.type)) return;',
    replace: 'if (!/^job\\.(succeeded|failed|cancelled)$/.test(event.type)) process.exit(1);',
  },
  {
    id: 'deleted-unexpected',
    about: 'An event of a deleted job crashes the receiver.',
    sections: ['6.2'],
    find: '    if (job.deleted === true) return;\n',
    replace: '    job.status.trim();\n',
  },
  {
    id: 'ping-unexpected',
    about: 'A test event crashes the receiver.',
    sections: ['6.1', '6.2'],
    find: '    if (!/^job\\.(succeeded|failed|cancelled)$/.test(event.type)) return;\n    const job = event.data.object;\n',
    replace: '    const job = event.data.object;\n    job.id.trim();\n',
  },
  {
    id: 'in-order-of-submission',
    about: 'Events are taken to arrive in the order of the submissions.',
    sections: ['6.5'],
    find: '    this.handled.push(job.id);\n',
    replace:
      "    const last = (this as unknown as { last?: string }).last ?? '';\n    if (job.created_at < last) throw new Error('out of order');\n    (this as unknown as { last?: string }).last = job.created_at;\n    this.handled.push(job.id);\n",
  },
  {
    id: 'event-is-the-truth',
    about: 'A job whose event came is not read.',
    sections: ['1', '6.5'],
    find: "const answer = await this.#send('GET', `/v1/jobs/${encodeURIComponent(jobId)}`);\n      if",
    replace:
      "const ended = this.#receiver.ended(jobId);\n      if (ended !== undefined) return { id: jobId, status: ended, error: { code: 'PROCESSING_FAILED' } };\n      const answer = await this.#send('GET', `/v1/jobs/${encodeURIComponent(jobId)}`);\n      if",
  },
  {
    id: 'livemode-required',
    about: 'An event without livemode is refused.',
    sections: ['6.2'],
    find: '    const job = event.data.object;\n',
    replace:
      "    const job = event.data.object;\n    if (typeof event.livemode !== 'boolean') throw new Error('no livemode');\n",
  },
];
