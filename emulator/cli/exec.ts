import { type CliCommand, EXIT, type Flags, flagGroup, UsageError } from '../../shared/command.ts';
import { runProgram } from '../../shared/run-program.ts';
import { AUDIT_FOLDER, openRunFolder, type RunFolder } from '../adapters/run-folder.ts';
import { createRunAudit, type RunReport } from '../control/run-audit.ts';
import type { Emulator } from '../create.ts';
import type { Uncounted } from '../domain/test-control/audit.ts';
import { DEFAULT_WORLD } from '../domain/test-control/default-world.ts';
import type { AuditPort } from '../world/ports.ts';
import { AUDIT_FLAGS, expectedStatuses, ignoredRules } from './audit-flags.ts';
import {
  COVERAGE_FLAGS,
  type CoveredRun,
  coverageWish,
  openCoveredRun,
  tellCoverage,
} from './covered/coverage-flags.ts';
import { EMULATOR_NOTES, emulatorFlags, openEmulator } from './open-emulator.ts';
import { print, printError } from './print.ts';
import type { ProxiedRun } from './tls/proxied-run.ts';
import { SERVICE_HOST } from './tls/tls-flags.ts';

export const execCommand: CliCommand = {
  forms: { '[options] -- COMMAND [ARGUMENT ...]': '' },
  flags: {
    ...flagGroup('Audit', { audit: { about: 'print the mistakes of the client, and unused plans' }, ...AUDIT_FLAGS }),
    ...COVERAGE_FLAGS,
    ...flagGroup('Output', { json: { about: 'with --audit or --coverage: print one line of JSON each' } }),
    ...emulatorFlags({ port: 'a free one', clock: 'auto' }),
    ...flagGroup('Security', {
      proxy: { about: 'route connections for the service host to the emulator' },
      'service-host': { ...SERVICE_HOST, about: `with --proxy: ${SERVICE_HOST.about}` },
    }),
  },
  notes: `The command gets these environment variables: TRYON_URL, the URL of the emulator; TRYON_LIVE_KEY and TRYON_TEST_KEY, one key
of each environment; TRYON_TOKEN, the token for control calls, if one is required. exec returns the exit code of the command.

--audit turns a success into exit code 1 if the client made a mistake or sent no request. It covers all worlds, including
removed and reset ones, and emulators that the command creates itself with createEmulator or tryon-kit/vitest. These find the
folder for their reports in TRYON_AUDIT_FOLDER. Coverage is merged over all worlds, processes and workers.

--proxy is for a client with a fixed host. The command gets a proxy on loopback in HTTPS_PROXY, and a certificate authority,
made for this run, in NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE. Connections to each
--service-host lead to the emulator, whatever their port; all others pass through the proxy unchanged.

${EMULATOR_NOTES}`,
  examples: {
    'Run your tests': 'tryon-emulator exec -- npm test',
    'Fail on mistakes of the client, and on low coverage':
      'tryon-emulator exec --audit --coverage --min 60% -- npm test',
    'Test a client with a fixed host': 'tryon-emulator exec --proxy --service-host api.example.com -- npm test',
  },
  run: async (flags, words) => {
    const [program, ...args] = words;
    if (program === undefined) throw new UsageError('exec needs a command: tryon-emulator exec -- npm test');
    const uncounted = { ignore: ignoredRules(flags), expect: expectedStatuses(flags) };
    const wish = coverageWish(flags);
    if (flags['proxy'] !== true && flags['service-host'] !== undefined)
      throw new UsageError('--service-host needs --proxy');
    const proxied = flags['proxy'] === true ? (await import('./tls/proxied-run.ts')).proxiedRun(flags) : null;
    const audit = flags['audit'] === true ? openAuditedRun() : null;
    const covered = wish === null ? null : openCoveredRun();
    try {
      const code = await runBeside(flags, { audit, covered, proxied }, program, args);
      const isClean = audit === null || isFine(audit, uncounted, flags['json'] === true);
      const isEnough = covered === null || wish === null || tellCoverage(covered, wish);
      return code === EXIT.fine && !(isClean && isEnough) ? EXIT.problems : code;
    } finally {
      audit?.end();
      covered?.end();
    }
  },
};

type Parts = { audit: AuditedRun | null; covered: CoveredRun | null; proxied: ProxiedRun | null };

/** The emulator is closed first, because closing makes its worlds report the rest. */
async function runBeside(flags: Flags, parts: Parts, program: string, args: string[]): Promise<number> {
  const { audit, covered, proxied } = parts;
  const own = { audit: audit?.port, onMark: covered?.onMark, https: proxied?.https };
  const emulator = await openEmulator(flags, { port: 0, clock: 'auto' }, own);
  try {
    const proxyEnv = await proxied?.open(emulator.httpsUrl ?? '');
    return await runProgram(program, args, { ...environmentOf(emulator), ...audit?.env, ...covered?.env, ...proxyEnv });
  } finally {
    await proxied?.end();
    await emulator.close();
  }
}

export function environmentOf({ url, keys, token }: Emulator): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TRYON_URL: url,
    ...(keys.live !== null && { TRYON_LIVE_KEY: keys.live }),
    ...(keys.test !== null && { TRYON_TEST_KEY: keys.test }),
    ...(token !== null && { TRYON_TOKEN: token }),
  };
}

function isFine(audit: AuditedRun, uncounted: Uncounted, asJson: boolean): boolean {
  const report = audit.report(uncounted);
  const texts = reportTexts(report);
  if (audit.warning !== null) printError(`tryon-emulator: warning: ${audit.warning}`);
  if (asJson) print(JSON.stringify(report));
  else for (const text of [...texts, ...reportNotes(report)]) printError(`tryon-emulator: ${text}`);
  return texts.length === 0;
}

/** The audit of one run of a program: of the emulator that is started for it, and of those that it creates. */
type AuditedRun = Omit<RunFolder, 'lines'> & { port: AuditPort; report(options: Uncounted): RunReport };

/** `parent` is the folder in which the folder for reports of other processes is created. */
export function openAuditedRun(parent?: string): AuditedRun {
  const audit = createRunAudit();
  const { lines, ...folder } = openRunFolder(AUDIT_FOLDER, DEAF, parent);
  const report: AuditedRun['report'] = (options) => {
    for (const event of lines()) audit.takeUnchecked(event);
    return audit.report(options);
  };
  return { ...folder, port: { tell: audit.take, atExit: () => () => {} }, report };
}

const DEAF =
  'emulators started by the command itself are not audited: no folder could be made for their reports (set TMPDIR)';

function reportTexts({ any_request, groups, unused_plans }: RunReport): string[] {
  const wrong = groups.map(({ rule, count, first: { world, did, says } }) => {
    const often = count === 1 ? '' : `, ${count} times, first`;
    return `  ${rule}${often}${place(world)}: ${did}. ${says}`;
  });
  const plans = unused_plans.map(({ id, world }) => `${id}${place(world)}`);
  return [
    ...(any_request ? [] : [NO_REQUEST]),
    ...(wrong.length === 0 ? [] : [`the client made these mistakes:\n${wrong.join('\n')}`]),
    ...(plans.length === 0 ? [] : [`unused plans: ${shortened(plans).join(', ')}`]),
  ];
}

/** Notes that are printed without making the run fail. */
export function reportNotes({ polls_not_judged }: Pick<RunReport, 'polls_not_judged'>): string[] {
  return polls_not_judged ? [NOT_JUDGED] : [];
}

const NOT_JUDGED =
  'a client polls without waiting in real time. The auto clock waits instead, so this is not judged: the client may wait ' +
  'on its own clock. Use --clock running to judge it';
const SHOWN_PLANS = 20;
const NO_REQUEST =
  'no request reached an emulator: nothing was audited. Send requests to the URL in ' +
  'TRYON_URL with the key in TRYON_TEST_KEY or TRYON_LIVE_KEY';

function place(world: string): string {
  return world === DEFAULT_WORLD ? '' : ` in the world ${world}`;
}

function shortened(plans: readonly string[]): string[] {
  const more = plans.length - SHOWN_PLANS;
  return more > 0 ? [...plans.slice(0, SHOWN_PLANS), `and ${more} more`] : [...plans];
}
