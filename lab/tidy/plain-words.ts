/** Phrases that make technical English hard to read, each with its replacement. A space also matches a line break. */
const PHRASES: readonly [phrase: RegExp, instead: string][] = [
  [/\b(?:no|some|any)body\b/, 'who it is (a client, another developer), or the passive'],
  [/\bwhoever\b|\bwho asks\b/, 'anyone who, the caller, the client'],
  [/\b(?:is|are|was|were|be|been|being|when|as) told\b|\btold (?:of|apart)\b/, 'is printed, reported, set'],
  [/\btells?\b/, 'shows, reports, prints, says'],
  [/\b(?:hangs?|hanging) on\b/, 'depends on'],
  [/\bwhat is no\b/, 'invalid, unknown, anything but'],
  [/\b(?:is|are|stays?|everything) as (?:it|they) (?:is|are|was|were)\b/, 'is unchanged'],
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
  [/\bin spite of\b/, 'despite'],
  [/\bas ever\b/, 'as before, is unaffected'],
  [/\bin the clear\b/, 'in plain text'],
  [/\bfor good\b/, 'permanently'],
  [/\banother than\b/, 'different from, other than'],
  [/\btak(?:es?|en|ing) (?:it )?for granted\b/, 'depends on, assumes'],
  [/\bin the midst\b/, 'in between'],
];

/** Phrases to avoid in YAML only, because comments of sources still contain them. */
const PHRASES_OF_YAML: typeof PHRASES = [
  [/\bwhole number(?! of)/, 'integer'],
  [/\bthat never was\b/, 'that never existed'],
  [/\bthat there (?:is|are) not\b/, 'that does not exist'],
  [/\b(?:is|nothing is|is not) said\b/, 'the spec says, does not say'],
  [/\bgives? (?:\w+ ){0,4}back\b/, 'refund, return'],
  [/\b(?:is|are) \w+ no more\b/, 'is no longer'],
  [/\bvery instant\b/, 'exact instant'],
  [/\bno matter of\b/, 'not part of, not relevant to'],
  [/\bwhere there is (?:one|any)\b/, 'if present'],
  [/\bpassed over\b/, 'ignored, skipped'],
  [/\bbe (?:it|they|there)\b/, 'whether, also'],
  [/\bcom(?:e|es|ing) again\b/, 'is sent again, retries'],
  [/\bwhat is (?:asked|gone|left|missing)\b/, 'the request, a deleted object, the rest'],
  [/\bhas (?:come to|become)\b/, 'the state of, the result of'],
  [/\bunder (?:the same|its|a|another) key\b/, 'with the same key'],
];

/** The output of programs in `text` blocks, and names in backticks. */
const NOT_PROSE = /^```text\n[\s\S]*?^```$|`[^`\n]+`/gm;

/** The phrases to avoid in any text, as `name:line “phrase”: write …`. */
export function phrasesIn(name: string, text: string, phrases = PHRASES): string[] {
  const prose = text.replace(NOT_PROSE, blank);
  return phrases.flatMap(([phrase, instead]) =>
    [...prose.matchAll(new RegExp(phrase.source.replaceAll(' ', '\\s+'), 'gi'))].map(({ 0: found, index }) => {
      const line = prose.slice(0, index).split('\n').length;
      return `${name}:${line} “${found.replace(/\s+/g, ' ')}”: write “${instead}”`;
    }),
  );
}

/** The same lines without their characters. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, '_');
}

/** Expressions, names (`a-name`, `a/path`, `a.field`, `id: name`), anchors and aliases. */
const NOT_PROSE_IN_YAML = /\$\{[^}\n]*\}|[\w$]+(?:[-./=_]+[\w$]+)+|\bid: \w+|[&*]\w+/g;

/** The phrases to avoid in the texts and comments of a YAML file. */
export function phrasesInYaml(name: string, text: string): string[] {
  return phrasesIn(name, text.replace(NOT_PROSE_IN_YAML, blank), [...PHRASES, ...PHRASES_OF_YAML]);
}

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** The phrases to avoid in the comments and strings of a source, except strings of a single word. */
export function phrasesInSource(name: string, source: string): string[] {
  let prose = '';
  let end = 0;
  for (const { 0: text, index } of source.matchAll(COMMENT_OR_STRING)) {
    prose += blank(source.slice(end, index));
    // A template is checked without its expressions; phrasesIn ignores names in backticks.
    const words = text.startsWith('`') ? ` ${text.slice(1, -1).replace(/\$\{[^}\n]*\}/g, '…')} ` : text;
    prose += /\s/.test(text) ? words : blank(text);
    end = index + text.length;
  }
  return phrasesIn(name, prose + blank(source.slice(end)));
}

/** Words of `camelCase`, `PascalCase` and `UPPER_CASE` names that are dialect, each with its replacement. */
const NAMES: readonly [word: string, instead: string][] = [
  ['told', 'reported, shown, message'],
  ['nobody', 'unknown, none'],
  ['vain', 'useless'],
];

/** The words to avoid in the identifiers of a source. */
export function namesInSource(name: string, source: string): string[] {
  const code = source.replace(COMMENT_OR_STRING, (text) => text.replace(/[^\n]/g, ' '));
  const lower = code.toLowerCase();
  if (!NAMES.some(([word]) => lower.includes(word))) return [];
  return code.split('\n').flatMap((line, index) =>
    [...line.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: found }) => {
      const words = found
        .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
        .toLowerCase()
        .split('_');
      return NAMES.flatMap(([word, instead]) =>
        words.includes(word) ? [`${name}:${index + 1} “${found}”: write “${instead}”`] : [],
      );
    }),
  );
}
