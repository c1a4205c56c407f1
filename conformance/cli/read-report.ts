import { UsageError } from '../../shared/command.ts';
import { LARGEST_WRITTEN } from '../../shared/named-file.ts';
import { type PackedReport, packedReportSchema, unpackReport } from '../report/packed/packed-report.ts';
import { BadPacked } from '../report/packed/unpack.ts';
import { type Report, reportSchema } from '../report/report.ts';
import { PACKED_VERSION, REPORT_VERSION } from '../report/report-version.ts';
import { mistakesIn } from '../suite/yaml/read-as.ts';
import { readNamed } from './files.ts';

/** Reads a report that a run wrote with --json. Anything else is refused, with the place of the mistake. */
export async function readReport(file: string): Promise<Report> {
  const value = parsed(file, readNamed(file, '', LARGEST_WRITTEN));
  const version = versionOf(value);
  if (version === undefined) throw new UsageError(`${file}: it is no report; write one with run --json FILE`);
  if (version !== REPORT_VERSION && version !== PACKED_VERSION)
    throw new UsageError(
      `${file}: it is a report of version ${version}, and this reads versions ${REPORT_VERSION} and ${PACKED_VERSION}`,
    );
  const whole = version === PACKED_VERSION ? unpacked(file, value) : value;
  refuseMistakes(file, reportSchema, whole);
  // As it stands, and not as it was read: the digest of a tape hangs on the order of its members.
  return whole as Report;
}

function unpacked(file: string, value: unknown): unknown {
  refuseMistakes(file, packedReportSchema, value);
  try {
    return unpackReport(value as PackedReport);
  } catch (error) {
    if (error instanceof BadPacked) throw new UsageError(`${file}: it is no whole report: packed: ${error.message}`);
    throw error;
  }
}

function refuseMistakes(file: string, schema: Parameters<typeof mistakesIn>[0], value: unknown): void {
  const [mistake] = mistakesIn(schema, value);
  if (mistake !== undefined) throw new UsageError(`${file}: it is no whole report: ${mistake}`);
}

function parsed(file: string, text: string): unknown {
  if (text.trim() === '')
    throw new UsageError(`${file}: it is empty: the run that was to write it did not come to its end`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file}: it is no JSON, or a part of one; give the file that run --json has written`);
  }
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'report' in value ? value.report : undefined;
}
