import { WORKING_STAGES, type WorkingStage } from '../../emulator/domain/job.ts';
import { counted } from '../../shared/counted.ts';
import { change, get, query } from '../api/control.ts';
import { summary } from '../api/live.ts';
import { callService, keyFor, refusalIn } from '../api/service.ts';
import type { Concern, Delivery, Exchange, JobStory } from '../api/types.ts';
import { act } from '../parts/act.ts';
import { Badge, Card, Code, Empty, Facts, Json, Page, PageWithout, Problem, When } from '../parts/basics.tsx';
import { Compared } from '../parts/pictures.tsx';
import { hour, length } from '../parts/times.ts';
import { useLive } from '../parts/use-live.ts';
import { go, to } from '../route.ts';

export function JobPage({ id }: { id: string }) {
  const path = `/jobs/${encodeURIComponent(id)}`;
  const { value: job, problem } = useLive(() => get<JobStory>(`${path}/story`), [id]);
  if (job === null || job.id !== id) return <PageWithout title={id} problem={problem} />;
  return (
    <Page
      title={job.id}
      about={`${job.operation} · ${job.account}, ${job.environment}`}
      actions={<Actions job={job} path={path} />}
    >
      <Problem text={problem} />
      <Stages job={job} />
      <div class="columns">
        <div class="stack">
          <Card title="Pictures">
            <Compared job={id} pictures={job.pictures} />
          </Card>
          <Related id={id} />
        </div>
        <div class="stack">
          <About job={job} />
          {job.body.output?.concerns && <Concerns of={job.body.output.concerns} />}
          <Card title="What GET answers">
            <Json of={job.body} label={`GET /v1/jobs/${id}`} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

function Actions({ job, path }: { job: JobStory; path: string }) {
  const isOver = job.completed_at !== null;
  const service = (method: string, tail: string, done: string, then = () => {}) =>
    act(done, async () => {
      const key = await keyFor(job.account, job.environment);
      const answer = await callService({ method, path: `/v1/jobs/${encodeURIComponent(job.id)}${tail}`, key });
      if (answer.status >= 300) throw new Error(refusalIn(answer));
      then();
    });
  return (
    <>
      {!isOver && job.held && (
        <button type="button" class="first" onClick={() => act('released', () => change('POST', `${path}/release`))}>
          Release
        </button>
      )}
      {!isOver && (
        <button type="button" onClick={() => act('moved to the next stage', () => change('POST', `${path}/step`))}>
          Step
        </button>
      )}
      {!isOver && (
        <button type="button" onClick={() => service('POST', '/cancel', 'cancellation requested')}>
          Cancel
        </button>
      )}
      {isOver && (
        <button type="button" class="danger" onClick={() => service('DELETE', '', 'deleted', () => go(to('jobs')))}>
          Delete
        </button>
      )}
    </>
  );
}

/** The stages side by side, as wide as their duration. The current stage or the outcome is marked. */
function Stages({ job }: { job: JobStory }) {
  const reached = WORKING_STAGES.indexOf(job.stage as WorkingStage);
  const isOver = reached === -1;
  const whole = WORKING_STAGES.reduce((sum, name) => sum + (job.stages[name] ?? 0), 0) || 1;
  return (
    <Card>
      <ol class="stages" aria-label="Stages">
        {WORKING_STAGES.map((name, index) => {
          const state = isOver || index < reached ? 'done' : index === reached ? 'now' : 'ahead';
          return (
            <li
              key={name}
              class={`stage is-${state}`}
              style={{ flexGrow: String(Math.max(0.12, (job.stages[name] ?? 0) / whole)) }}
            >
              <strong>{name}</strong>
              <span>{length(job.stages[name] ?? 0)}</span>
              {state === 'now' && <span>since {hour(job.stage_since)}</span>}
              {job.hold_at === name && <Badge of="held">{job.held ? 'held here' : 'will be held'}</Badge>}
            </li>
          );
        })}
        <li class={`stage end ${isOver ? `is-${job.status}` : 'is-ahead'}`}>
          <strong>{isOver ? job.status : 'end'}</strong>
          {job.completed_at && <span>{hour(job.completed_at)}</span>}
        </li>
      </ol>
    </Card>
  );
}

const DECIDED = {
  plan: 'its plan',
  magic_image: 'its magic image',
  input: 'its input',
  cancel: 'a cancel',
  timeout: 'a timeout',
};

function About({ job }: { job: JobStory }) {
  const { by, plan } = job.decided_by;
  return (
    <Card title="Details">
      <Facts
        rows={[
          ['Status', <Badge of={job.status} />],
          ['Submitted', <When at={job.created_at} />],
          ['Ended', job.completed_at ? <When at={job.completed_at} /> : 'not yet'],
          ['Expires', job.body.expires_at ? <When at={job.body.expires_at} /> : 'not known yet'],
          ['Decided by', DECIDED[by]],
          ['Plan', plan === null ? 'none' : <a href={to('plans')}>{plan}</a>],
          [
            'Costs',
            job.charge === null ? 'nothing: a test key' : `${counted(job.charge.units, 'unit')}, ${job.charge.state}`,
          ],
          ['Idempotency-Key', <span class="mono break">{job.idempotency_key ?? 'none'}</span>],
          ['ETag', <span class="mono break">{job.etag}</span>],
          ...(job.body.error === null ? [] : [['Error', `${job.body.error.code}: ${job.body.error.message}`] as const]),
        ]}
      />
    </Card>
  );
}

function Concerns({ of }: { of: readonly Concern[] }) {
  const highest = of.some(({ score }) => (score ?? 0) > 1) ? 100 : 1;
  return (
    <Card title="Concerns">
      <ul class="bars">
        {of.map(({ concern, score, unavailable_reason: reason }) => (
          <li key={concern}>
            <span>{concern}</span>
            <span class="track" aria-hidden="true">
              {score !== null && <span style={{ width: `${(100 * score) / highest}%` }} />}
            </span>
            <span class="mono number">{score ?? reason}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Related({ id }: { id: string }) {
  const exchanges = useLive(() => get<Exchange[]>(`/journal${query({ mentions: id, limit: 30 })}`), [id]);
  const deliveries = useLive(() => get<Delivery[]>(`/deliveries${query({ job: id, limit: 30 })}`), [id]);
  return (
    <Card title="Webhooks of this job">
      <Problem text={exchanges.problem ?? deliveries.problem} />
      <h3>Exchanges</h3>
      {exchanges.value?.length === 0 && <Empty>None in the journal.</Empty>}
      <ul class="lines">
        {exchanges.value?.map(({ serial, at, method, path, status }) => (
          <li key={serial}>
            <Code status={status} />
            <a class="mono break" href={to('requests', String(serial))}>
              {method} {path}
            </a>
            <span class="soft mono">{hour(at)}</span>
          </li>
        ))}
      </ul>
      <h3>Deliveries</h3>
      {deliveries.value?.length === 0 && (
        <Empty>
          None: no endpoint subscribes to its event{summary.value && summary.value.jobs.running > 0 ? ' so far' : ''}.
        </Empty>
      )}
      <ul class="lines">
        {deliveries.value?.map((delivery) => (
          <li key={delivery.id}>
            <Badge of={delivery.state} />
            <a class="mono" href={to('webhooks', delivery.id)}>
              {delivery.event.type}
            </a>
            <span class="soft">{counted(delivery.attempts.length, 'attempt')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
