/** Phrases that make technical English hard to read, each with its replacement. A space also matches a line break. */
const PHRASES: readonly [phrase: RegExp, instead: string][] = [
  [/\b(?:no|some|any)body\b/, 'who it is (a client, another developer), or the passive'],
  [/\bwhoever\b|\bwho asks\b/, 'anyone who, the caller, the client'],
  [/\b(?:is|are|was|were|be|been|being) told\b/, 'is printed, is reported, is shown, gets'],
  [/\btells?\b/, 'shows, reports, prints, says'],
  [/\b(?:hangs?|hanging) on\b/, 'depends on'],
  [/\bwhat is no\b/, 'invalid, unknown, anything but'],
  [/\b(?:is|are|stays?|everything) as (?:it|they) (?:is|are|was|were)\b/, 'is unchanged'],
  [/\bas it is told\b/, 'as requested'],
  [/\ball that (?:a|an|the|it|there) (?:\w+ )?(?:is|are)\b/, 'everything in …, the whole …'],
  [/\bwhat bec[ao]mes? of\b/, 'the outcome of, the result of'],
  [/\bhears? of\b/, 'is notified of'],
  [/\bone['’]s own\b/, 'your own'],
  [/\banew\b/, 'again'],
  [/\bgo(?:es|ing)? on where\b/, 'continues where'],
  [/\bfor ever\b/, 'forever'],
  [/\bst(?:ands?|ood) (?:in|under|behind|above|below|on) (?:the|its|their|a|an|it)\b/, 'is in, is under'],
  [/\botherwise than\b/, 'differently from'],
  [/\bmend(?:s|ed|ing)?\b/, 'fix, repair'],
  [/\bwhere (?:nothing is said|it is left out)\b/, 'by default, if omitted'],
  [/\b(?:is|are) (?:well(?![ -](?:known|formed))|no harm|no failure)\b/, 'is fine, is not an error'],
  [/\bas though\b/, 'as if'],
  [/\bthe like\b|\bin vain\b/, 'similar, without success'],
  [/\ba say in\b/, 'control over'],
];

/** The output of programs in `text` blocks, and names in backticks. */
const NOT_PROSE = /^```text\n[\s\S]*?^```$|`[^`\n]+`/gm;

/** The phrases to avoid in any text, as `name:line “phrase”: write …`. */
export function phrasesIn(name: string, text: string): string[] {
  const prose = text.replace(NOT_PROSE, (block) => block.replace(/[^\n]/g, '_'));
  return PHRASES.flatMap(([phrase, instead]) =>
    [...prose.matchAll(new RegExp(phrase.source.replaceAll(' ', '\\s+'), 'gi'))].map(({ 0: found, index }) => {
      const line = prose.slice(0, index).split('\n').length;
      return `${name}:${line} “${found.replace(/\s+/g, ' ')}”: write “${instead}”`;
    }),
  );
}

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** The same in comments and strings of a source, except strings of one word, which are no prose. */
export function phrasesInSource(name: string, source: string): string[] {
  const texts = [...source.matchAll(COMMENT_OR_STRING)].filter(({ 0: text }) => /\s/.test(text));
  return texts.flatMap(({ 0: text, index }) => {
    const lines = source.slice(0, index).replace(/[^\n]/g, '');
    // A template is checked without its expressions; phrasesIn ignores names in backticks.
    const prose = text.startsWith('`') ? text.slice(1, -1).replace(/\$\{[^}\n]*\}/g, '…') : text;
    return phrasesIn(name, lines + prose);
  });
}
