import { UsageError } from '../../shared/command.ts';
import { type Report, reportSchema } from '../report/report.ts';
import { REPORT_VERSION } from '../report/report-version.ts';
import { mistakesIn } from '../suite/yaml/read-as.ts';
import { readNamed } from './files.ts';

/** Reads a report that a run wrote with --json. Anything else is refused, with the place of the mistake. */
export async function readReport(file: string): Promise<Report> {
  const value = parsed(file, readNamed(file, ''));
  const version = versionOf(value);
  if (version === undefined) throw new UsageError(`${file}: it is no report; write one with run --json FILE`);
  if (version !== REPORT_VERSION)
    throw new UsageError(`${file}: it is a report of version ${version}, and this reads version ${REPORT_VERSION}`);
  const [mistake] = mistakesIn(reportSchema, value);
  if (mistake !== undefined) throw new UsageError(`${file}: it is no whole report: ${mistake}`);
  // As it stands, and not as it was read: the digest of a tape hangs on the order of its members.
  return value as Report;
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
