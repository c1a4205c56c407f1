import { maskKeysIn } from '../../domain/test-control/exchange.ts';

/** The maximum length of a tool's answer, in characters. */
export const LARGEST_ANSWER = 20_000;

const MORE = 'Read less at once with limit or a filter; read older items with before; read one item with its id.';

/** An answer as JSON for an agent, with masked keys and secrets, cut to a maximum length with a hint. */
export function boundedText(answer: unknown): string {
  const text = textOf(answer);
  if (text.length <= LARGEST_ANSWER) return text;
  if (!Array.isArray(answer))
    return `${text.slice(0, LARGEST_ANSWER)}\n… cut after ${LARGEST_ANSWER} characters. ${MORE}`;
  const newest = newestThatFit(answer);
  return `${textOf(newest)}\nOnly the newest ${newest.length} of ${answer.length} items are shown. ${MORE}`;
}

/** Lists are sorted from the oldest to the newest item. */
function newestThatFit(items: readonly unknown[]): unknown[] {
  let room = LARGEST_ANSWER;
  const kept = items.toReversed().filter((item) => {
    room = room < 0 ? room : room - textOf(item).length - 1;
    return room >= 0;
  });
  return kept.reverse();
}

function textOf(answer: unknown): string {
  return maskKeysIn(JSON.stringify(answer ?? {}));
}
