import type { Said } from './ask.ts';

/** `401 INVALID_API_KEY` where an answer refuses the key itself; null of any other answer. */
export function refusalIn({ answer }: Pick<Said, 'answer'>): string | null {
  if (answer?.status !== 401 && answer?.status !== 403) return null;
  const code = answer.body.kind === 'text' ? codeIn(answer.body.text) : null;
  return [answer.status, code].filter((part) => part !== null).join(' ');
}

/** A code that looks like one: whatever else a server says is not repeated. */
function codeIn(text: string): string | null {
  const code = /"code"\s*:\s*"([A-Z][A-Z0-9_]{0,63})"/.exec(text)?.[1];
  return code ?? null;
}

/** Why what needs the primary key cannot be tested. */
export function refusedKeyText(refusal: string): string {
  return `the primary key was refused: ${refusal}`;
}
