/** Replaces texts by others, and back. A text that replaces nothing is mapped back to itself. */
export type TwoWay = { shown(text: string): string; given(text: string): string };

export function twoWay(replacementFor: (text: string) => string): TwoWay {
  const [shown, given] = [new Map<string, string>(), new Map<string, string>()];
  return {
    shown: (text) => {
      const replacement = shown.get(text) ?? replacementFor(text);
      shown.set(text, replacement);
      given.set(replacement, text);
      return replacement;
    },
    given: (text) => given.get(text) ?? text,
  };
}
