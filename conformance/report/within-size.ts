import { visible } from '../../shared/visible.ts';
import { cutTape, cutTexts } from '../effects/cut-tape.ts';
import { failedRules } from './failures.ts';
import type { InstanceReport, Report } from './report.ts';

/** The size limit of every form of a report, whatever a server answers. */
const MOST_BYTES = 20 * 1024 * 1024;
/** The limit for the JSON, which has every tape. The JSON of a complete run has 20 MB. */
const MOST_WHOLE = 64 * 1024 * 1024;

/**
 * Cuts the largest tapes of a report that would be too large for a file. Cut tapes are marked, and their results can no
 * longer be recomputed.
 */
export function withinSize(report: Report, most = MOST_WHOLE): Report {
  const sizes = report.instances.map(sizeOf);
  let over = sizeOf({ ...report, instances: [] }) + sum(sizes) - most;
  if (over <= 0) return report;
  const instances = [...report.instances];
  const largest = sizes.map((size, index) => ({ size, index })).sort((one, other) => other.size - one.size);
  for (const { size, index } of largest) {
    const whole = instances[index];
    if (over <= 0 || whole === undefined) break;
    const instance = whole.cut === true ? whole : cutInstance(whole);
    instances[index] = instance;
    over -= size - sizeOf(instance);
  }
  return over > 0 ? cutTexts({ ...report, instances }, SHORT) : { ...report, instances };
}

function cutInstance({ digest: _, tape, ...instance }: InstanceReport): InstanceReport {
  return { ...instance, tape: cutTape(tape), cut: true };
}

function fits(text: string, most: number): boolean {
  return Buffer.byteLength(visible(text)) <= most;
}

/** The size in bytes as written, with invisible characters escaped. */
function sizeOf(value: unknown): number {
  return Buffer.byteLength(visible(JSON.stringify(value)));
}

/** The maximum length of each text, on the first and the second attempt. */
const [LONG, SHORT] = [2000, 200];

/** Renders a form of the report. If it would be too large for a file, renders it with long texts truncated. */
export function withinForm(report: Report, write: (report: Report) => string, most = MOST_BYTES): string {
  if (shownSize(report) > most) return write(cutTexts(report, SHORT));
  const whole = write(report);
  if (fits(whole, most)) return whole;
  const long = write(cutTexts(report, LONG));
  return fits(long, most) ? long : write(cutTexts(report, SHORT));
}

/** The maximum number of failures of a rule that a form shows in full. */
const SHOWN = 3;

/** The size of the tapes that a form would show. An exchange counts each time it leads to a failure. */
function shownSize(report: Report): number {
  const sizes = new Map<object, number>();
  const sizeOfEntry = (entry: object) => {
    const size = sizes.get(entry) ?? JSON.stringify(entry).length;
    sizes.set(entry, size);
    return size;
  };
  const chains = Object.values(failedRules(report)).flatMap((rules) =>
    rules.flatMap(({ failures }) => failures.slice(0, SHOWN).map(({ chain }) => sum(chain.map(sizeOfEntry)))),
  );
  return sum(chains);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
