/** What somebody else wrote, by what is shown of it, so that it can go back to them as it came. */
export type SentBack = { keep(came: unknown, shown: unknown): void; restored(text: string): string };

export function createSentBack(): SentBack {
  const kept = new Map<string, string>();
  const keep = (came: unknown, shown: unknown): void => {
    if (came === shown) return;
    if (typeof shown === 'string') return void kept.set(shown, String(came));
    if (typeof shown !== 'object' || shown === null || typeof came !== 'object' || came === null) return;
    const others = Object.values(shown);
    Object.values(came).forEach((one, index) => {
      keep(one, others[index]);
    });
  };
  return {
    keep,
    restored: (text) => {
      if (!/<|%3C/.test(text)) return text;
      return [...kept].reduce((sofar, [shown, came]) => {
        return sofar.replaceAll(shown, () => came).replaceAll(encoded(shown), () => encoded(came));
      }, text);
    },
  };
}

/** As in an address. Half of a pair of surrogates has no code there: the sign for it stands in its place. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
