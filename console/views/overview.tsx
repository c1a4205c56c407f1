import type { Finding } from '../../emulator/domain/test-control/audit.ts';
import { JOB_STATUSES } from '../../emulator/domain/vocabulary.ts';
import { get, query, world } from '../api/control.ts';
import { summary, worldKeys } from '../api/live.ts';
import { basePath } from '../api/service.ts';
import type { Account, AgendaRow, Summary } from '../api/types.ts';
import { Badge, Card, Empty, JobLink, Page, Problem, Samples, Scroll } from '../parts/basics.tsx';
import { between, hour, length } from '../parts/times.ts';
import { useLive } from '../parts/use-live.ts';
import { to } from '../route.ts';

const SHOWN = 8;

export function Overview() {
  const current = summary.value;
  return (
    <Page title="Overview" about={`The current state of the world ${world.value}.`}>
      {current && <Figures of={current} />}
      <div class="columns">
        <div class="stack">
          <ComingUp />
          <HowToCall />
        </div>
        <div class="stack">
          <Findings />
          <Balances />
        </div>
      </div>
    </Page>
  );
}

function Figures({ of: { jobs, exchanges, deliveries, findings } }: { of: Summary }) {
  return (
    <section class="figures" aria-label="In numbers">
      {JOB_STATUSES.map((status) => (
        <a key={status} class={`figure is-${status}`} href={to('jobs', undefined, { status })}>
          <strong>{jobs[status].toLocaleString('en')}</strong>
          <span>{status}</span>
        </a>
      ))}
      <a class="figure" href={to('requests')}>
        <strong>{exchanges.toLocaleString('en')}</strong>
        <span>requests</span>
      </a>
      <a class="figure" href={to('webhooks')}>
        <strong>
          {(deliveries.pending + deliveries.delivered + deliveries.exhausted + deliveries.cancelled).toLocaleString(
            'en',
          )}
        </strong>
        <span>deliveries</span>
      </a>
      <div class={`figure ${findings > 0 ? 'is-failed' : ''}`}>
        <strong>{findings}</strong>
        <span>findings</span>
      </div>
    </section>
  );
}

const KINDS: Record<string, string> = {
  stage: 'a job reaches its next stage',
  delivery: 'a delivery is retried',
  'asset-expiry': 'an asset expires',
  'snapshot-expiry': 'an input copy is erased',
  'job-expiry': 'a job expires',
  'job-timeout': 'a job times out',
  disabling: 'an endpoint is disabled',
};

function ComingUp() {
  const { value, problem } = useLive(() => get<AgendaRow[]>('/agenda?limit=100'), []);
  const now = summary.value?.clock.now;
  const rows = value ?? [];
  return (
    <Card title="Due next">
      <Problem text={problem} />
      {rows.length === 0 && <Empty>Nothing is due. Submit a job, or try one.</Empty>}
      {now !== undefined && rows.length > 0 && <Strip now={now} rows={rows} />}
      <ol class="agenda">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={`${row.at}${row.kind}${row.ref}`}>
            <span class="mono soft nowrap">
              {now === undefined ? hour(row.at) : `in ${length(Math.max(0, between(now, row.at)))}`}
            </span>
            <span>{KINDS[row.kind] ?? row.kind}</span>
            {row.ref.startsWith('job_') ? <JobLink id={row.ref} /> : <span class="mono soft">{row.ref}</span>}
          </li>
        ))}
      </ol>
      {rows.length > SHOWN && <p class="soft">and {rows.length === 100 ? 'many' : rows.length - SHOWN} more</p>}
    </Card>
  );
}

const TICKS = [
  ['1 s', 1_000],
  ['1 min', 60_000],
  ['1 h', 3_600_000],
  ['1 d', 86_400_000],
  ['30 d', 30 * 86_400_000],
] as const;
const FURTHEST = 45 * 86_400_000;

/** The position of a duration on a logarithmic line: seconds are visible near the present, and days far from it. */
function shareOf(milliseconds: number): number {
  const [least, most] = [Math.log10(100), Math.log10(FURTHEST)];
  return Math.min(100, Math.max(0, ((Math.log10(Math.max(100, milliseconds)) - least) / (most - least)) * 100));
}

/** The events that are due, on a line that starts now. The list below it has the same content in words. */
function Strip({ now, rows }: { now: string; rows: readonly AgendaRow[] }) {
  return (
    <div class="strip" aria-hidden="true">
      <div class="scaled-line">
        {rows.map((row) => (
          <span
            key={`${row.at}${row.kind}${row.ref}`}
            class={`mark is-${row.kind}`}
            style={{ left: `${shareOf(between(now, row.at))}%` }}
            title={`${KINDS[row.kind]}: ${row.ref}, ${row.at}`}
          />
        ))}
      </div>
      <div class="ticks soft">
        <span style={{ left: '0%' }}>now</span>
        {TICKS.map(([name, length]) => (
          <span key={name} style={{ left: `${shareOf(length)}%` }}>
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

function Findings() {
  const { value, problem } = useLive(() => get<Finding[]>('/audit'), []);
  const rows = (value ?? []).slice(-SHOWN).reverse();
  return (
    <Card title="Recent mistakes of clients">
      <Problem text={problem} />
      {value?.length === 0 && <Empty>None yet. The audit checks polls, retries and keys.</Empty>}
      <ul class="list">
        {rows.map((finding) => (
          <li key={`${finding.exchange}${finding.rule}`}>
            <a href={to('requests', String(finding.exchange))}>{finding.did}</a>
            <p class="soft">
              {finding.says} <Badge of="queued">{finding.rule}</Badge>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Balances() {
  const { value, problem } = useLive(async () => {
    const names = await get<string[]>('/accounts');
    return Promise.all(names.slice(0, SHOWN).map((id) => get<Account>(`/accounts/${encodeURIComponent(id)}/story`)));
  }, []);
  return (
    <Card title="Credits">
      <Problem text={problem} />
      <Scroll label="Credits by account">
        <table>
          <thead>
            <tr>
              <th>Account</th>
              <th class="number">Spendable</th>
              <th class="number">Held</th>
            </tr>
          </thead>
          <tbody>
            {(value ?? []).map(({ id, balance }) => (
              <tr key={id}>
                <td>
                  <a href={`#/credits${query({ account: id })}`}>{id}</a>{' '}
                  {balance.low_balance && <Badge of="failed">low</Badge>}
                </td>
                <td class="number">{balance.spendable_units.toLocaleString('en')}</td>
                <td class="number">{balance.held_units.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}

function HowToCall() {
  const { value: base } = useLive(basePath, []);
  const keys = worldKeys();
  const key = keys.test ?? keys.live;
  if (key === null)
    return (
      <Card title="Call the service">
        <Empty>This world has no key yet: add an account.</Empty>
      </Card>
    );
  const url = `${location.origin}${base ?? ''}/v1`;
  const samples = {
    curl: `curl -H 'X-API-Key: ${key}' \\\n  -H 'Content-Type: image/jpeg' \\\n  --data-binary @face.jpg \\\n  ${url}/assets`,
    TypeScript: `const answer = await fetch('${url}/assets', {\n  method: 'POST',\n  headers: { 'X-API-Key': '${key}', 'Content-Type': 'image/jpeg' },\n  body: await readFile('face.jpg'),\n});\nconst asset = await answer.json();`,
    Python: `import requests\n\nasset = requests.post(\n    '${url}/assets',\n    headers={'X-API-Key': '${key}', 'Content-Type': 'image/jpeg'},\n    data=open('face.jpg', 'rb'),\n).json()`,
  };
  return (
    <Card title="Call the service">
      <Samples of={samples} label="Upload a picture" />
      <p class="soft">
        Need a picture? <a href={to('try')}>Try it</a> has some.
      </p>
    </Card>
  );
}
