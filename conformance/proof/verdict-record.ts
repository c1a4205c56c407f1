import type { VariantResult } from './prove.ts';

/** The run of an emulator as it is has no variant on. */
const AS_IS = 'emulator';

/** The text of the record: every verdict of the emulator as it is, and of each variant those that differ from it. */
export function recordText(results: readonly VariantResult[]): string {
  const plain = results.find(({ ids }) => ids.length === 0)?.verdicts ?? [];
  const asIs = new Set(plain);
  const variants = results.filter(({ ids }) => ids.length === 1).sort(byName);
  const sections = variants.map((result) =>
    section(
      nameOf(result),
      result.verdicts.filter((line) => !asIs.has(line)),
    ),
  );
  return [section(AS_IS, plain), ...sections].join('\n');
}

/** What differs from the record, of those servers that were graded now. */
export function changesOf(record: string, results: readonly VariantResult[]): string[] {
  const sections = new Map(sectionsIn(record));
  const asIs = sections.get(AS_IS) ?? [];
  return results
    .filter(({ ids }) => ids.length < 2)
    .flatMap((result) => {
      const own = sections.get(nameOf(result));
      if (own === undefined) return [`${nameOf(result)} has no verdicts on record`];
      const expected = result.ids.length === 0 ? own : overlaid(asIs, own);
      return [
        ...without(result.verdicts, expected).map((line) => `${nameOf(result)}: ${line} now, and not on record`),
        ...without(expected, result.verdicts, ruleOf).map(
          (line) => `${nameOf(result)}: ${line} on record, and not now`,
        ),
      ];
    });
}

/** Lines of the first list that the second has no line like. */
function without(lines: readonly string[], others: readonly string[], like = (line: string) => line): string[] {
  const known = new Set(others.map(like));
  return lines.filter((line) => !known.has(like(line)));
}

function ruleOf(line: string): string {
  return line.split(' ')[0] ?? '';
}

function nameOf({ ids }: Pick<VariantResult, 'ids'>): string {
  return ids[0] ?? AS_IS;
}

function byName(one: VariantResult, other: VariantResult): number {
  return nameOf(one) < nameOf(other) ? -1 : 1;
}

function section(name: string, lines: readonly string[]): string {
  return [`## ${name}`, ...lines, ''].join('\n');
}

function sectionsIn(record: string): [name: string, lines: string[]][] {
  return record
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [name = '', ...lines] = text.split('\n').filter((line) => line !== '');
      return [name, lines];
    });
}

/** The verdicts of the emulator as it is, with those of the variant in their place. */
function overlaid(asIs: readonly string[], own: readonly string[]): string[] {
  const replaced = new Set(own.map(ruleOf));
  return [...asIs.filter((line) => !replaced.has(ruleOf(line))), ...own];
}
