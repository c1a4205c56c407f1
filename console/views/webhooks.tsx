import { useState } from 'preact/hooks';
import { counted } from '../../shared/counted.ts';
import { valueText } from '../../shared/report/compared-text.ts';
import { change, get } from '../api/control.ts';
import type { Delivery, Endpoint, Receiver } from '../api/types.ts';
import { act, copy } from '../parts/act.ts';
import { Badge, Button, Card, Empty, JobLink, Json, Page, Problem, Scroll, When } from '../parts/basics.tsx';
import { Choice, Field } from '../parts/fields.tsx';
import { useLive } from '../parts/use-live.ts';
import { to } from '../route.ts';

const EVENTS = ['job.succeeded', 'job.failed', 'job.cancelled'];

export function Webhooks() {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title="Webhooks" about="Endpoints for the events of jobs, and their deliveries.">
      {secret !== null && (
        <Card title="The secret, shown only once" class="is-secret">
          <p class="row">
            <code class="break">{secret}</code>
            <button type="button" onClick={() => copy(secret)}>
              Copy
            </button>
            <button type="button" onClick={() => setSecret(null)}>
              Done
            </button>
          </p>
        </Card>
      )}
      <Endpoints onSecret={setSecret} />
      <Deliveries />
      <Receivers />
    </Page>
  );
}

function Endpoints({ onSecret }: { onSecret(secret: string | null): void }) {
  const { value, problem } = useLive(() => get<Endpoint[]>('/endpoints'), []);
  return (
    <Card title="Endpoints">
      <Problem text={problem} />
      {value?.length === 0 && (
        <Empty>No endpoint is registered. Add the URL of your receiver, or open one below.</Empty>
      )}
      <ul class="list">
        {value?.map((endpoint) => (
          <li key={endpoint.id}>
            <EndpointRow endpoint={endpoint} onSecret={onSecret} />
          </li>
        ))}
      </ul>
      <AddEndpoint onSecret={onSecret} />
    </Card>
  );
}

function EndpointRow({ endpoint, onSecret }: { endpoint: Endpoint; onSecret(secret: string | null): void }) {
  const { id, url, environment, account, events, enabled, failing } = endpoint;
  const path = `/endpoints/${encodeURIComponent(id)}`;
  const post = (name: string, done: string) => act(done, () => change<Endpoint>('POST', `${path}/${name}`));
  return (
    <>
      <div class="row spread">
        <span>
          <strong class="mono break">{url}</strong>{' '}
          <Badge of={enabled ? 'succeeded' : 'cancelled'}>{enabled ? 'enabled' : 'disabled'}</Badge>{' '}
          {failing && <Badge of="failed">{counted(failing.count, 'failure')} in a row</Badge>}
        </span>
        <span class="row">
          <Button
            blocked={!enabled && 'The endpoint is disabled.'}
            onPress={() => post('ping', 'a test event was sent')}
          >
            Ping
          </Button>
          <button
            type="button"
            onClick={async () =>
              onSecret(
                (
                  await act('rotated: both secrets are valid for a day', () =>
                    change<Endpoint>('POST', `${path}/rotate`, {}),
                  )
                )?.secret ?? null,
              )
            }
          >
            Rotate
          </button>
          <button type="button" onClick={() => post(enabled ? 'disable' : 'enable', enabled ? 'disabled' : 'enabled')}>
            {enabled ? 'Disable' : 'Enable'}
          </button>
          <button type="button" class="danger" onClick={() => act('removed', () => change('DELETE', path))}>
            Remove
          </button>
        </span>
      </div>
      <p class="soft">
        {id} · {account}, {environment} · {events.join(', ')}
      </p>
    </>
  );
}

function AddEndpoint({ onSecret }: { onSecret(secret: string | null): void }) {
  const [url, setUrl] = useState('');
  const [environment, setEnvironment] = useState('test');
  const submit = async (event: Event) => {
    event.preventDefault();
    const made = await act('registered', () => change<Endpoint>('POST', '/endpoints', { url, environment }));
    if (made === null) return;
    setUrl('');
    onSecret(made.secret ?? null);
  };
  return (
    <form class="filters" onSubmit={submit}>
      <Field label="URL of a new endpoint">
        <input
          type="url"
          required
          placeholder="http://127.0.0.1:3000/hooks"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </Field>
      <Choice label="Environment" value={environment} of={['test', 'live']} onChoose={setEnvironment} />
      <button type="submit">Add</button>
    </form>
  );
}

function Deliveries() {
  const { value, problem } = useLive(() => get<Delivery[]>('/deliveries?limit=50'), []);
  const rows = (value ?? []).toReversed();
  return (
    <Card title="Deliveries">
      <Problem text={problem} />
      {value?.length === 0 && <Empty>Nothing sent yet. A finished job creates an event.</Empty>}
      {rows.length > 0 && (
        <Scroll label="Deliveries">
          <table>
            <thead>
              <tr>
                <th>Event</th>
                <th>State</th>
                <th class="number">Attempts</th>
                <th>Job</th>
                <th>Created</th>
                <th>Next</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <a href={to('webhooks', row.id)}>{row.event.type}</a>{' '}
                    {row.resend && <Badge of="queued">resent</Badge>}
                  </td>
                  <td>
                    <Badge of={row.state} />
                  </td>
                  <td class="number">{row.attempts.length}</td>
                  <td>{row.event.job && <JobLink id={row.event.job} />}</td>
                  <td>
                    <When at={row.event.created} />
                  </td>
                  <td>{row.next_attempt_at && <When at={row.next_attempt_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  );
}

function Receivers() {
  const { value, problem } = useLive(() => get<Receiver[]>('/receivers'), []);
  const [script, setScript] = useState('500, timeout, 200');
  const [environment, setEnvironment] = useState('test');
  const open = (event: Event) => {
    event.preventDefault();
    return act('the receiver is open and registered', () =>
      change('POST', '/receivers', { environment, events: EVENTS, replies: repliesIn(script) }),
    );
  };
  return (
    <Card title="Scripted receivers">
      <p class="soft">
        A receiver inside the emulator. It verifies signatures and sends the replies below, one for each delivery.
      </p>
      <Problem text={problem} />
      <form class="filters" onSubmit={open}>
        <Field label="Replies, in turn" hint="statuses, timeout or reset; then 200">
          <input value={script} onInput={(event) => setScript(event.currentTarget.value)} />
        </Field>
        <Choice label="Environment" value={environment} of={['test', 'live']} onChoose={setEnvironment} />
        <button type="submit">Open</button>
      </form>
      <ul class="list">
        {value?.map((receiver) => (
          <li key={receiver.id}>
            <div class="row spread one">
              <span>
                <strong>{receiver.id}</strong> <span class="mono soft break">{receiver.url}</span>
              </span>
              <button
                type="button"
                class="danger"
                onClick={() => act('closed', () => change('DELETE', `/receivers/${receiver.id}`))}
              >
                Close
              </button>
            </div>
            {receiver.received.length === 0 ? <p class="soft">Nothing received yet.</p> : <Received of={receiver} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Received({ of }: { of: Receiver }) {
  return (
    <ul class="lines">
      {of.received.slice(-10).map((one, index) => (
        <li key={index}>
          <Badge of={one.verified ? 'succeeded' : 'failed'}>{one.verified ? 'signed' : (one.reason ?? 'wrong')}</Badge>
          <span>attempt {one.attempt}</span>
          <span class="soft">answered {valueText(one.reply)}</span>
          <details>
            <summary>Body</summary>
            <Json of={one.body} label="the received body" />
          </details>
        </li>
      ))}
    </ul>
  );
}

function repliesIn(script: string): (number | string)[] {
  const words = script
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return words.map((word) => (/^\d+$/.test(word) ? Number(word) : word));
}
