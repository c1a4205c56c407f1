import { useState } from 'preact/hooks';
import { get } from '../api/control.ts';
import { worldKeys } from '../api/live.ts';
import { basePath, callService, refusalIn, type ServiceAnswer } from '../api/service.ts';
import type { JobStory } from '../api/types.ts';
import { act } from '../parts/act.ts';
import { asSteps } from '../parts/as-code.ts';
import { Badge, Button, Card, Code, Empty, Json, Page, Problem, Samples } from '../parts/basics.tsx';
import { type Face, FacePicker } from '../parts/face-picker.tsx';
import { Choice } from '../parts/fields.tsx';
import { Compared } from '../parts/pictures.tsx';
import { useLive } from '../parts/use-live.ts';
import { to } from '../route.ts';
import { bodyOf, PATHS, ProductForm, USUAL_WISH, type Wish } from './product-form.tsx';

type Sent = { what: string; answer: ServiceAnswer };

export function TryIt() {
  const [face, setFace] = useState<Face | null>(null);
  const [wish, setWish] = useState<Wish>(USUAL_WISH);
  const [environment, setEnvironment] = useState('test');
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const [job, setJob] = useState<string | null>(null);
  const keys = worldKeys();
  const key = environment === 'live' ? keys.live : keys.test;
  const { value: base } = useLive(basePath, []);
  const path = PATHS[wish.product];
  const send = () =>
    act('accepted', async () => {
      if (face === null || key === null)
        throw new Error(face === null ? 'choose a picture first' : `this world has no ${environment} key`);
      setSent([]);
      setJob(null);
      const note = (what: string, answer: ServiceAnswer) => setSent((before) => [...before, { what, answer }]);
      const asset = await upload(face, key, note);
      setJob(await submit(path, bodyOf(wish, asset), key, note));
    });
  return (
    <Page title="Try it" about="Sends real requests with a key of this world, like a client.">
      <div class="columns">
        <div class="stack">
          <Card title="1. A face">
            <FacePicker face={face} onChoose={setFace} />
          </Card>
          <Card title="2. A product">
            <ProductForm wish={wish} onChange={setWish} />
            <div class="filters">
              <Choice label="With the key" value={environment} of={['test', 'live']} onChoose={setEnvironment} />
              <Button class="first" blocked={face === null && 'Choose a picture first.'} onPress={send}>
                Send it
              </Button>
            </div>
          </Card>
        </div>
        <div class="stack">
          {job === null ? (
            <Card title="3. The result">
              <Empty>The result appears here. Use the clock above to advance the job.</Empty>
            </Card>
          ) : (
            <Moving key={job} id={job} />
          )}
          {sent.length > 0 && <Exchanged of={sent} />}
          <Card title="The request">
            <Samples
              label="The request"
              of={asSteps(
                location.origin + (base ?? ''),
                key ?? 'KEY',
                path,
                face?.type ?? 'image/jpeg',
                bodyOf(wish, 'ASSET_ID'),
              )}
            />
          </Card>
        </div>
      </div>
    </Page>
  );
}

type Note = (what: string, answer: ServiceAnswer) => void;

async function upload(face: Face, key: string, note: Note): Promise<string> {
  const headers = { 'Content-Type': face.type };
  const answer = await callService({ method: 'POST', path: '/v1/assets', key, headers, body: face.bytes });
  note('POST /v1/assets', answer);
  return requireGood<{ id: string }>(answer).id;
}

async function submit(path: string, wanted: object, key: string, note: Note): Promise<string> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': freshKey() };
  const answer = await callService({ method: 'POST', path, key, headers, body: JSON.stringify(wanted) });
  note(`POST ${path}`, answer);
  return requireGood<{ id: string }>(answer).id;
}

/** A key from random bytes: `randomUUID` exists only in a secure context, which plain HTTP from elsewhere is not. */
function freshKey(): string {
  return `console-${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The live state of the job, and its pictures once it has ended. */
function Moving({ id }: { id: string }) {
  const { value: job, problem } = useLive(() => get<JobStory>(`/jobs/${encodeURIComponent(id)}/story`), [id]);
  return (
    <Card title="3. The result" actions={<a href={to('jobs', id)}>Job details</a>}>
      <Problem text={problem} />
      {job && (
        <>
          <p>
            <Badge of={job.status} /> <span class="soft">{job.stage}</span>{' '}
            {job.status === 'queued' || job.status === 'running' ? 'Advance the clock above, or wait.' : ''}
          </p>
          {job.body.error && <Problem text={`${job.body.error.code}: ${job.body.error.message}`} />}
          {job.completed_at !== null && <Compared job={id} pictures={job.pictures} />}
          {job.body.output && <Json of={job.body.output} label="the output" />}
        </>
      )}
    </Card>
  );
}

function Exchanged({ of }: { of: readonly Sent[] }) {
  return (
    <Card title="Answers">
      {of.map(({ what, answer }) => (
        <details key={what} open={answer.status >= 400}>
          <summary>
            <Code status={answer.status} /> <span class="mono">{what}</span>
          </summary>
          <Json of={answer.text} label={`the answer to ${what}`} />
        </details>
      ))}
    </Card>
  );
}

function requireGood<Body>(answer: ServiceAnswer): Body {
  if (answer.status >= 300) throw new Error(refusalIn(answer));
  return answer.body as Body;
}
