import { atMostWords, type CliCommand, EXIT, oneOfWords, textFlag } from '../../../shared/command.ts';
import { AUDIT_RULES, type AuditRule, type Finding } from '../../domain/test-control/audit.ts';
import { expectedStatuses } from '../exec.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from '../remote.ts';

const RULES = Object.keys(AUDIT_RULES) as AuditRule[];

export const auditCommand: CliCommand = {
  help: `tryon-emulator audit: what the clients of the world did wrong, oldest first; exit code 1 where there is anything.

  --ignore RULES  rules that do not count, with commas between:
                  ${RULES.join(', ')}
  --expect STATUSES  statuses of refusals that were brought about on purpose, with commas between, such as 400,402
${REMOTE_HELP}

Behind the tests of a client:
  tryon-emulator audit --ignore etag-ignored || exit 1`,
  options: { ...REMOTE_OPTIONS, ignore: { type: 'string' }, expect: { type: 'string', multiple: true } },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const ignored = textFlag(flags, 'ignore')?.split(',') ?? [];
    for (const rule of ignored) oneOfWords(rule, RULES, '--ignore');
    const uncounted = Object.entries({ ignore: ignored, expect: expectedStatuses(flags) });
    const query = uncounted
      .flatMap(([name, list]) => (list.length === 0 ? [] : [`${name}=${list.join(',')}`]))
      .join('&');
    const findings = await callRemote<Finding[]>(flags, 'GET', query === '' ? '/audit' : `/audit?${query}`);
    say(flags, findings, findingLines);
    return findings.length === 0 ? EXIT.fine : EXIT.problems;
  },
};

function findingLines(findings: Finding[]): string {
  if (findings.length === 0) return 'the audit has found nothing wrong';
  return findings
    .map(({ at, rule, did, says, exchange }) => `${at}  ${rule}  ${did}. ${says}  (exchange ${exchange})`)
    .join('\n');
}
