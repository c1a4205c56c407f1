import { change, get, query } from '../api/control.ts';
import type { Attempt, AttemptRequest, Delivery } from '../api/types.ts';
import { act } from '../parts/act.ts';
import { Badge, Card, Code, Empty, Facts, JobLink, Json, Page, PageWithout, Text, When } from '../parts/basics.tsx';
import { type Mark, Scaled } from '../parts/scaled.tsx';
import { length } from '../parts/times.ts';
import { useLive } from '../parts/use-live.ts';
import { go, to } from '../route.ts';

export function DeliveryPage({ id }: { id: string }) {
  const { value, problem } = useLive(async () => {
    const found = (await get<Delivery[]>(`/deliveries${query({ id })}`))[0];
    if (found === undefined) throw new Error(`there is no delivery ${id}`);
    return { delivery: found, requests: await get<AttemptRequest[]>(`/deliveries/${encodeURIComponent(id)}/requests`) };
  }, [id]);
  if (value === null) return <PageWithout title={id} problem={problem} />;
  const { delivery, requests } = value;
  const { event, attempts } = delivery;
  const forgotten = attempts.length - requests.length;
  const resend = () =>
    act('sent again with the same event id', async () => {
      const made = await change<Delivery>('POST', `/deliveries/${encodeURIComponent(id)}/resend`);
      go(to('webhooks', made.id));
    });
  return (
    <Page
      title={event.type}
      about={delivery.id}
      actions={
        <button type="button" class="first" onClick={resend}>
          Resend
        </button>
      }
    >
      <Card title="Details">
        <Facts
          rows={[
            ['State', <Badge of={delivery.state} />],
            ['Event', <span class="mono">{event.id}</span>],
            ['Created', <When at={event.created} />],
            ['Job', event.job === null ? 'none: a test event' : <JobLink id={event.job} />],
            ['Endpoint', <span class="mono">{delivery.endpoint}</span>],
            ['Next attempt', delivery.next_attempt_at === null ? 'none' : <When at={delivery.next_attempt_at} />],
          ]}
        />
      </Card>
      <Card title="Attempts">
        {attempts.length === 0 && <Empty>None yet.</Empty>}
        {attempts.length > 0 && <Attempts of={delivery} />}
      </Card>
      {attempts.map((attempt, index) => {
        const request = requests[index - forgotten];
        return request === undefined ? null : <Carried key={attempt.number} attempt={attempt} request={request} />;
      })}
    </Page>
  );
}

function Attempts({ of: { event, attempts, next_attempt_at: next } }: { of: Delivery }) {
  const marks: Mark[] = attempts.map((attempt) => ({
    at: attempt.at,
    label: `attempt ${attempt.number}: ${outcomeOf(attempt)}`,
    tone: isGood(attempt) ? 'succeeded' : 'failed',
  }));
  if (next !== null) marks.push({ at: next, label: 'the next attempt', tone: 'queued' });
  return <Scaled from={event.created} until={marks.at(-1)?.at ?? event.created} marks={marks} label="Attempts" />;
}

function Carried({ attempt, request }: { attempt: Attempt; request: AttemptRequest }) {
  return (
    <Card title={`Attempt ${attempt.number}`} actions={<Code status={attempt.status} />}>
      <p class="soft">
        {outcomeOf(attempt)} after {length(attempt.took)}
        {attempt.answer && `, saying ${JSON.stringify(attempt.answer.slice(0, 200))}`}
      </p>
      <details open={attempt.number === 1}>
        <summary>Contents and signature</summary>
        <div class="columns">
          <div>
            <h3>Headers</h3>
            <Facts
              rows={Object.entries(request.headers).map(
                ([name, value]) => [name, <span class="mono break">{value}</span>] as const,
              )}
            />
            <h3>Signature</h3>
            <p class="soft">
              v1 is the HMAC-SHA256 of this text in hex, keyed with the secret of the endpoint. The text is the time, a
              period and the raw body.
            </p>
            <Text of={request.base_string} label="the base string of the signature" />
            <ul class="lines">
              {request.signatures.map(({ value, secret }) => (
                <li key={value}>
                  <Badge of={secret === null ? 'failed' : 'succeeded'}>
                    {secret === null ? 'not signed with a secret of the endpoint' : `signed with its ${secret} secret`}
                  </Badge>
                  <span class="mono break">{value}</span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>Body</h3>
            <Json of={request.body} label={`the body of attempt ${attempt.number}`} />
          </div>
        </div>
      </details>
    </Card>
  );
}

function isGood({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

function outcomeOf({ status, failure }: Attempt): string {
  if (failure !== null)
    return { timeout: 'no answer in time', connection: 'no connection', tls: 'TLS failed' }[failure] ?? failure;
  return `answered ${status}`;
}
