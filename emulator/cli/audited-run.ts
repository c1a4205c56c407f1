import { AUDIT_FOLDER, openRunFolder, type RunFolder } from '../adapters/audit-folder.ts';
import { createRunAudit, type RunReport } from '../control/run-audit.ts';
import type { Uncounted } from '../domain/test-control/audit.ts';
import { DEFAULT_WORLD } from '../domain/test-control/default-world.ts';
import type { AuditPort } from '../world/ports.ts';

/** The audit of one run of a program: of the emulator beside it, and of those that it makes itself. */
export type AuditedRun = Omit<RunFolder, 'lines'> & { port: AuditPort; report(options: Uncounted): RunReport };

/** `parent` is where the folder for what other processes report is made. */
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
  'emulators that the command makes itself are not audited, since no folder can be made for what they tell (TMPDIR says where)';

/** What a run did wrong, in words; nothing where it did all right. */
export function reportTexts({ any_request, groups, unused_plans }: RunReport): string[] {
  const wrong = groups.map(({ rule, count, first: { world, did, says } }) => {
    const often = count === 1 ? '' : `, ${count} times, the first${world === DEFAULT_WORLD ? '' : ' one'}`;
    return `  ${rule}${often}${place(world)}: ${did}. ${says}`;
  });
  const plans = unused_plans.map(({ id, world }) => `${id}${place(world)}`);
  return [
    ...(any_request ? [] : [NO_REQUEST]),
    ...(wrong.length === 0 ? [] : [`the client did this wrong:\n${wrong.join('\n')}`]),
    ...(plans.length === 0 ? [] : [`plans that decided no job: ${shortened(plans).join(', ')}`]),
  ];
}

/** What is told, and fails nothing. */
export function reportNotes({ polls_not_judged }: Pick<RunReport, 'polls_not_judged'>): string[] {
  return polls_not_judged ? [NOT_JUDGED] : [];
}

const NOT_JUDGED =
  'a client polls without any wait in real time. The auto clock waits in its place, so this is not judged: it may wait on ' +
  'a clock of its own. With --clock running it is judged';
const SHOWN_PLANS = 20;
const NO_REQUEST =
  'no request reached this emulator, nor any that the command made itself: nothing was audited. Have the client call ' +
  'TRYON_URL with the key TRYON_TEST_KEY or TRYON_LIVE_KEY, as they stand in its environment';

function place(world: string): string {
  return world === DEFAULT_WORLD ? '' : ` in the world ${world}`;
}

function shortened(plans: readonly string[]): string[] {
  const more = plans.length - SHOWN_PLANS;
  return more > 0 ? [...plans.slice(0, SHOWN_PLANS), `and ${more} more`] : [...plans];
}
