import type { Said } from './ask.ts';

/** The path of a value in a body, and the value. */
type Leaves = Map<string, string>;

/**
 * Whether an answer is that of an unknown path: in status, in type and in everything of the body but its request id, the
 * path where it is echoed, and what differs between two answers to unknown paths.
 */
export function isSameAnswer(said: Said, path: string, [one, two]: [Said, Said]): boolean {
  if (said.answer === null || one.answer === null || two.answer === null) return false;
  if (said.answer.status !== one.answer.status || typeOf(said) !== typeOf(one)) return false;
  const [body, first, second] = [leavesOf(said, path), leavesOf(one, null), leavesOf(two, null)];
  const places = new Set([...body.keys(), ...first.keys()]);
  return [...places].every((place) => {
    const isNewEachTime = first.get(place) !== second.get(place);
    return isNewEachTime ? body.has(place) : body.get(place) === first.get(place);
  });
}

function leavesOf(said: Said, path: string | null): Leaves {
  const text = said.answer?.body.kind === 'text' ? said.answer.body.text : '';
  const masked = maskPath(text, path);
  const leaves: Leaves = new Map();
  try {
    collect(JSON.parse(masked), '', leaves);
  } catch {
    leaves.set('', masked);
  }
  leaves.delete('/error/request_id');
  return leaves;
}

const UNKNOWN_PATH = /\/v1\/unknown-[0-9a-f]{32}/g;

function maskPath(text: string, path: string | null): string {
  const plain = text.replaceAll('\\/', '/');
  return path === null ? plain.replace(UNKNOWN_PATH, '<path>') : plain.replaceAll(path, '<path>');
}

function collect(value: unknown, place: string, leaves: Leaves): void {
  const items = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (items.length === 0) leaves.set(place, JSON.stringify(value));
  for (const [key, item] of items) collect(item, `${place}/${key}`, leaves);
}

function typeOf({ answer }: Said): string | undefined {
  return answer?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}
