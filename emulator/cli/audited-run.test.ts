import { expect, it } from 'vitest';
import { openAuditedRun, reportNotes } from './exec.ts';

it('A run without a folder is audited, and warns about processes that it cannot see', () => {
  const { port, env, report, warning, end } = openAuditedRun('/nowhere');
  port.tell({ kind: 'request' });
  expect(report({ ignore: [] }).any_request).toBe(true);
  expect(env).toEqual({});
  expect(warning).toMatch(/^emulators started by the command itself are not audited.*TMPDIR.*ENOENT/);
  end();
});

it('A run with a folder receives the events of every process', () => {
  const { env, warning, end } = openAuditedRun();
  expect([Object.keys(env), warning]).toEqual([['TRYON_AUDIT_FOLDER'], null]);
  end();
});

it('A note is printed only for polls that are not judged', () => {
  const { port, report, end } = openAuditedRun();
  expect(reportNotes(report({ ignore: [] }))).toEqual([]);
  port.tell({ kind: 'not_judged' });
  expect(reportNotes(report({ ignore: [] }))).toEqual([expect.stringContaining('Use --clock running to judge it')]);
  end();
});
