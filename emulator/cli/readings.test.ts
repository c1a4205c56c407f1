import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

describe('an invalid reading', () => {
  const { write } = scratchFolder();
  const refused = async (...args: readonly string[]) => {
    const { code, err } = await runCli(['start', '--port', '0', ...args]);
    expect([code, /\n\s+at /.test(err)]).toEqual([2, false]);
    return err;
  };

  it('is refused in a file with its place, the nearest name and the lawful choices', async () => {
    const lines = ['readings:', '  upload_stauts: 200', '  upload_status: 203', '  job_etag: wek', '  not_found: NONE'];
    const file = write('wrong.yaml', `${lines.join('\n')}\n`);
    const err = await refused('--config', file);
    expect(err).toContain(`${file}:2:3: readings.upload_stauts is not a known field; did you mean upload_status?`);
    expect(err).toContain(`${file}:3:3: readings.upload_status must be one of 200, 201, 202, not 203`);
    expect(err).toContain(`${file}:4:3: readings.job_etag must be one of strong, weak, not "wek"; did you mean weak?`);
    expect(err).toContain(`${file}:5:3: readings.not_found is not a known field; did you mean codes.not_found?`);
  });

  it('is refused in a file if two choices conflict', async () => {
    const file = write('both.yaml', 'readings:\n  error_details: absent\n  error_message_names_field: absent\n');
    expect(await refused('--config', file)).toContain('the parameter must be named somewhere');
  });

  it.each([
    ['upload_stauts=200', '--reading there is no open question upload_stauts; did you mean upload_status?'],
    ['upload_status', '--reading upload_status needs a choice: write upload_status=200'],
    ['upload_status=203', '--reading upload_status must be one of 200, 201, 202, not 203'],
    ['stages.queued=soon', '--reading stages.queued must be a duration from 0s to 36500d, not "soon"'],
    ['retry_body=as_it_was', '--reading retry_body cannot be set: '],
  ])('is refused as --reading %s', async (text, message) => {
    expect(await refused('--reading', text)).toContain(message);
  });

  it('that is given as a deviation is refused with the correct flag', async () => {
    expect(await refused('--deviate', 'upload_status=200')).toContain('--reading upload_status=200');
  });
});
