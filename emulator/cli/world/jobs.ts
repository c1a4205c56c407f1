import {
  atMostWords,
  type CliCommand,
  countFlag,
  type Flags,
  oneOfWords,
  textFlag,
  UsageError,
  wordFlag,
} from '../../../shared/command.ts';
import type { JobStory } from '../../control/inspect/shapes.ts';
import type { JobReport } from '../../control/schemas/job.ts';
import { LARGEST_PAGE } from '../../control/schemas/names.ts';
import { ENVIRONMENTS, JOB_STATUSES, OPERATIONS } from '../../domain/vocabulary.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from '../remote.ts';

export const jobsCommand: CliCommand = {
  help: `tryon-emulator jobs [list]       the jobs of the world, oldest first, with the stage that /v1 does not show
tryon-emulator jobs show ID      one of them: what decided it, its pictures, and the body that a read answers
tryon-emulator jobs step ID      take a job over its next boundary now
tryon-emulator jobs release ID   let a held job go on

  --status STATUS     ${JOB_STATUSES.join(', ')}
  --operation NAME    ${OPERATIONS.join(', ')}
  --environment NAME  ${ENVIRONMENTS.join(' or ')}
  --account NAME      the account that owns it
  --limit N           only the newest so many, at most ${LARGEST_PAGE}
${REMOTE_HELP}

A job that a plan holds is taken to its end by hand:
  tryon-emulator plan add '{"hold_at": "processing"}'
  tryon-emulator jobs --status running
  tryon-emulator jobs release job_…`,
  options: {
    ...REMOTE_OPTIONS,
    status: { type: 'string' },
    operation: { type: 'string' },
    environment: { type: 'string' },
    account: { type: 'string' },
    limit: { type: 'string' },
  },
  run: async (flags, [action = 'list', ...words]) => {
    const meant = oneOfWords(action, ['list', 'show', 'step', 'release'], 'the word after jobs');
    atMostWords(words, meant === 'list' ? 0 : 1);
    if (meant === 'list')
      return say(flags, await callRemote<JobReport[]>(flags, 'GET', `/jobs?${queryOf(flags)}`), jobLines);
    const [id] = words;
    if (id === undefined) throw new UsageError(`jobs ${meant} needs the id of a job; jobs list tells them`);
    const path = `/jobs/${encodeURIComponent(id)}`;
    if (meant === 'show') return say(flags, await callRemote<JobStory>(flags, 'GET', `${path}/story`), storyLines);
    return say(flags, await callRemote<JobReport>(flags, 'POST', `${path}/${meant}`), jobLine);
  },
};

function queryOf(flags: Flags): URLSearchParams {
  const given = {
    status: wordFlag(flags, 'status', JOB_STATUSES),
    operation: wordFlag(flags, 'operation', OPERATIONS),
    environment: wordFlag(flags, 'environment', ENVIRONMENTS),
    account: textFlag(flags, 'account'),
    limit: countFlag(flags, 'limit', LARGEST_PAGE),
  };
  const named = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(named);
}

function jobLines(jobs: JobReport[]): string {
  return jobs.length === 0 ? 'there are no such jobs' : jobs.map(jobLine).join('\n');
}

function jobLine({ id, created_at, operation, account, environment, ...job }: JobReport): string {
  const { status, stage, held, cancel_requested, completed_at } = job;
  const notes = [
    ...(stage === status ? [] : [stage]),
    ...(held ? ['held'] : []),
    ...(cancel_requested && status !== 'cancelled' ? ['to be cancelled'] : []),
  ];
  const state = notes.length === 0 ? status : `${status} (${notes.join(', ')})`;
  const ended = completed_at === null ? '' : `, ended ${completed_at}`;
  return `${id}  ${operation.padEnd(12)}  ${state}  ${account} ${environment}  ${created_at}${ended}`;
}

function storyLines(story: JobStory): string {
  const { decided_by, outcome, pictures, idempotency_key, charge, body } = story;
  const decided = { plan: `the plan ${decided_by.plan}`, magic_image: 'a magic image', input: 'its input' };
  return [
    jobLine(story),
    `  decided by  ${decided[decided_by.by]}: ${JSON.stringify(outcome)}`,
    `  sent with   ${idempotency_key === null ? 'no Idempotency-Key' : `Idempotency-Key ${idempotency_key}`}`,
    `  charge      ${JSON.stringify(charge)}`,
    ...pictures.map(({ name, role, width, height }) => `  picture     ${name}  ${role}, ${width} x ${height}`),
    JSON.stringify(body, null, 2),
  ].join('\n');
}
