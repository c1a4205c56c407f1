import type { Difference, Pair } from '../compare/compare.ts';
import { namesIn } from '../compare/names.ts';
import { mapIn, viewIn } from '../compare/views.ts';
import { inOrder, type Operation, type Session } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Played } from '../play-session.ts';

/** A session as somebody would tell it: what was done, and what both answered; where they differ, side by side. */
export function storyLines(session: Session, difference: Difference, pair: Pair): string[] {
  const { world } = session;
  const { operations } = inOrder(session);
  const together = new Set(session.operations.flatMap((one) => (one.does === 'at once' ? one.parts.slice(1) : [])));
  const account = [
    `an account with a ${world.primary} key`,
    ...(world.credits === undefined ? [] : [`${world.credits} units, enforced`]),
    ...(world.replies === null ? [] : [`a receiver that answers ${JSON.stringify(world.replies)}`]),
  ];
  const told = operations.flatMap((operation, index) => {
    const isLast = operation.nth === difference.operation.nth;
    const when = together.has(operation) ? 'at the same time ' : '';
    const line = `  ${index + 1}. ${when}${deedText(operation)}`;
    return isLast
      ? [line, ...sideLines(operation, difference, pair)]
      : [`${line}: ${answerText(operation, pair.target, namesIn(operations, pair.target))}`];
  });
  return [`given ${account.join(', ')}`, ...told];
}

function sideLines(operation: Operation, { what, target, twin, rule }: Difference, pair: Pair): string[] {
  const own = (side: Played) => answerText(operation, side, new Map());
  const about = rule === null ? what : `${rule}, at ${what === '' ? 'the whole answer' : what}`;
  return [
    `       the target    ${own(pair.target)}`,
    `       the emulator  ${own(pair.twin)}`,
    `     ${about}: ${valueText(target)}, and ${rule === null ? `the emulator has ${valueText(twin)}` : `expected is ${valueText(twin)}`}`,
  ];
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** The status, the code and what it is about. */
function answerText(operation: Operation, played: Played, names: ReadonlyMap<string, string>): string {
  const seen = played.seen.get(stepId(operation.nth));
  if (seen === undefined) return operation.does in QUIET ? 'done' : 'passed over';
  const view = viewIn(seen);
  if (view === null) return Array.isArray(seen.subject) ? `${seen.subject.length} deliveries` : 'done';
  const { id, status } = mapIn(view.body);
  const { code } = mapIn(mapIn(view.body)['error']);
  const parts = [view.status ?? view.silence, code, names.get(String(id)), typeof status === 'string' ? status : null];
  return parts.filter((part) => part !== undefined && part !== null).join(', ');
}

const QUIET = { wait: true, 'wait for its end': true, credits: true, ping: true, endpoint: true };

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
      return `read ${thingText(operation)}${operation.tag === undefined ? '' : ' with the tag of its last read'}`;
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
    case 'odd':
      return `send ${operation.request}, about what step ${operation.of} made`;
    case 'credits':
      return `change the credits ${JSON.stringify(operation.change)}`;
    case 'without a feature':
      return `switch ${operation.feature} off, use it, and switch it on`;
    case 'with a fault':
      return `${operation.fault.replaceAll('_', ' ')}: read something`;
    case 'receive':
      return 'look at all that came to the receiver';
    default:
      return operation.does;
  }
}

function thingText({ thing, of }: { thing: string; of: unknown }): string {
  if (of === 'unknown') return `${thing === 'asset' ? 'an asset' : 'a job'} that never was`;
  return thing === 'job' || thing === 'asset' ? `${thing} ${of}` : `the ${thing} that step ${of} showed`;
}

function submissionText(operation: Extract<Operation, { does: 'submit' }>): string {
  const { nth, of, product, claim, mistake, respell, body, plan } = operation;
  const again = claim === nth ? '' : ` with the Idempotency-Key of job ${claim}`;
  const held = plan?.hold_at === undefined ? '' : `, held while it is ${plan.hold_at.replace('_', ' ')}`;
  const words = respell === undefined ? '' : `, spelt with another ${respell.replace('_', ' ')}`;
  const wrong = mistake === undefined ? '' : `, with a mistake: ${mistake}`;
  const whose = of === 'unknown' ? 'an asset that never was' : `asset ${of}`;
  return `submit ${product} on ${whose} as job ${nth}${again}: ${JSON.stringify(body)}${words}${wrong}${held}`;
}
