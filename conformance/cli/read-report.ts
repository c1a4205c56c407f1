import { gunzipSync } from 'node:zlib';
import { UsageError } from '../../shared/command.ts';
import { jsonOfNamed, LARGEST_WRITTEN } from '../../shared/named-file.ts';
import { REPORT_VERSION, type Report, reportSchema } from '../report/report.ts';
import { BadPacked, PACKED_VERSION, type PackedReport, packedReportSchema, unpackReport } from '../report/version-2.ts';
import { mistakesIn } from '../suite/yaml/read-as.ts';
import { readNamedBytes } from './files.ts';

/**
 * Reads a report that a run wrote with --json, compressed or not. Throws with the place of the mistake if it is
 * anything else.
 */
export async function readReport(file: string, most = LARGEST_WRITTEN): Promise<Report> {
  const value = parsed(file, textOfReport(file, most));
  const version = versionOf(value);
  if (version === undefined) throw new UsageError(`${file}: it is not a report; create one with run --json FILE`);
  if (version !== REPORT_VERSION && version !== PACKED_VERSION)
    throw new UsageError(
      `${file}: it is a report of version ${version}, and this reads versions ${REPORT_VERSION} and ${PACKED_VERSION}`,
    );
  const whole = version === PACKED_VERSION ? unpacked(file, value) : value;
  refuseMistakes(file, reportSchema, whole);
  // Returns the value as written, not as parsed by the schema: the digest of a tape depends on the order of its
  // members.
  return whole as Report;
}

/** Reads the report of a run. A report of observed traffic cannot be run again. */
export async function readRunReport(file: string, most = LARGEST_WRITTEN): Promise<Report> {
  const report = await readReport(file, most);
  if (report.observed === undefined) return report;
  throw new UsageError(
    `${file}: it is a report of observed traffic; use tryon-conformance observe ${report.observed.source}`,
  );
}

/** The text of a file, which may be gzip. Its size is limited: a small file can expand to a very large one. */
function textOfReport(file: string, most: number): string {
  const bytes = readNamedBytes(file, most);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString();
  try {
    return gunzipSync(bytes, { maxOutputLength: most }).toString();
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const problem = isTooLarge
      ? `it is larger than any report when it is unpacked: at most ${most} bytes are read`
      : 'its gzip is damaged, or a part is missing; give the file as run --json has written it';
    throw new UsageError(`${file}: ${problem}`);
  }
}

function unpacked(file: string, value: unknown): unknown {
  refuseMistakes(file, packedReportSchema, value);
  try {
    return unpackReport(value as PackedReport);
  } catch (error) {
    if (error instanceof BadPacked) throw new UsageError(`${file}: the report is incomplete: packed: ${error.message}`);
    throw error;
  }
}

function refuseMistakes(file: string, schema: Parameters<typeof mistakesIn>[0], value: unknown): void {
  const [mistake] = mistakesIn(schema, value);
  if (mistake !== undefined) throw new UsageError(`${file}: the report is incomplete: ${mistake}`);
}

function parsed(file: string, text: string): unknown {
  if (text.trim() === '')
    throw new UsageError(`${file}: it is empty: the run that was to write it did not come to its end`);
  const value = jsonOfNamed(file, text);
  if (value !== undefined) return value;
  throw new UsageError(`${file}: it is not JSON, or incomplete; use a file from run --json`);
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'report' in value ? value.report : undefined;
}
