import type { Reference } from '../../shared/sessions/operation.ts';
import type { Operation, World } from './operation.ts';

/** The account that a session begins with, in words. */
export function worldText({ primary, credits, replies }: World): string {
  const parts = [
    `an account with a ${primary} key`,
    ...(credits === undefined ? [] : [`${credits} units, enforced`]),
    ...(replies === null ? [] : [`a receiver that answers ${JSON.stringify(replies)}`]),
  ];
  return `given ${parts.join(', ')}`;
}

/** What an operation does, in words. */
export function deedText(operation: Operation): string {
  const { key } = operation as { key?: string };
  const who = key === undefined ? '' : key === 'none' ? ' without a key' : ` with the key ${key}`;
  return `${plainText(operation)}${who}`;
}

function plainText(operation: Operation): string {
  switch (operation.does) {
    case 'upload':
      return `upload ${operation.picture} as asset ${operation.nth}`;
    case 'upload badly':
      return `upload ${operation.mistake}`;
    case 'read':
      return `read ${thingText(operation)}${tagText(operation)}`;
    case 'delete':
      return `delete ${thingText(operation)}`;
    case 'cancel':
      return `cancel job ${operation.of}`;
    case 'submit':
      return submissionText(operation);
    case 'step':
      return `take job ${operation.of} over its next boundary`;
    case 'finish':
      return `let job ${operation.of} come to its end`;
    case 'list':
      return `list ${operation.thing}${operation.whole ? ' page by page' : ''} ${JSON.stringify(operation.query)}${boundsText(operation)}`;
    case 'next page':
      return `go on with the cursor of that list and ${JSON.stringify(operation.query)}`;
    default:
      return otherText(operation);
  }
}

function boundsText({ since, until }: Extract<Operation, { does: 'list' }>): string {
  return [
    ...(since === undefined ? [] : [` made since asset ${since}`]),
    ...(until === undefined ? [] : [` made before asset ${until}`]),
  ].join('');
}

function otherText(operation: Operation): string {
  switch (operation.does) {
    case 'wait':
      return `let ${operation.for} pass`;
    case 'wait for its end':
      return `wait until ${Math.abs(operation.by)}s ${operation.by < 0 ? 'before' : 'after'} what step ${operation.of} showed expires`;
    case 'wait for midnight':
      return `wait until ${Math.abs(operation.by)}s ${operation.by < 0 ? 'before' : 'after'} midnight`;
    case 'odd':
      return `send ${operation.request}, about what step ${operation.of} made`;
    case 'credits':
      return `change the credits ${JSON.stringify(operation.change)}`;
    case 'without a feature':
      return `switch ${operation.feature} off, use it, and switch it on`;
    case 'units for':
      return `leave ${operation.by} units more than one job of ${operation.product} costs`;
    case 'limit':
      return `set limits ${JSON.stringify(operation.change)}`;
    case 'with a fault':
      return `${operation.fault.replaceAll('_', ' ')}: read something`;
    case 'receive':
      return 'look at all that came to the receivers';
    case 'resend':
      return `send the event of job ${operation.of} again from the delivery log`;
    case 'rotate':
      return 'rotate the secret of the receiver';
    default:
      return operation.does;
  }
}

function thingText({ thing, of }: { thing: string; of: unknown }): string {
  if (of === 'unknown') return `${thing === 'asset' ? 'an asset' : 'a job'} that never existed`;
  return thing === 'job' || thing === 'asset' ? `${thing} ${of}` : `the ${thing} that step ${of} showed`;
}

function submissionText(operation: Extract<Operation, { does: 'submit' }>): string {
  const { nth, of, product, claim, like, mistake, respell, body, plan } = operation;
  const again = claim === nth ? '' : ` with the Idempotency-Key of job ${claim}`;
  const near = like === undefined ? '' : ` with the Idempotency-Key of job ${like.claim} ${like.how}`;
  const held = plan?.hold_at === undefined ? '' : `, held while it is ${plan.hold_at.replace('_', ' ')}`;
  const words = respell === undefined ? '' : `, spelt with another ${respell.replace('_', ' ')}`;
  const wrong = mistake === undefined ? '' : `, with a mistake: ${mistake}`;
  const whose = of === 'unknown' ? 'an asset that never existed' : `asset ${of}`;
  return `submit ${product} on ${whose} as job ${nth}${again}${near}: ${JSON.stringify(body)}${words}${wrong}${held}`;
}

/** Which tag a read sends. */
export function tagText({ tag, isLonger }: { tag?: Reference; isLonger?: true }): string {
  if (tag === undefined) return '';
  if (tag === 'unknown') return ' with an unknown tag';
  return isLonger === true ? ' with another tag' : ' with the tag of its last read';
}
