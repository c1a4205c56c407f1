import { describe, expect, it } from 'vitest';
import { ROUTES } from '../domain/routes.ts';
import type { Emulator } from '../index.ts';
import { type Client, emulatorFor, type Reply } from '../testing/client.ts';
import { endJob, openReceivingServer } from '../testing/receiving-server.ts';

/** A client that calls its sleep function before it asks again. The function returns at once. */
const sleep = async (_seconds: number) => {};
const waitFor = ({ headers }: Reply) => sleep(Number(headers.get('Retry-After') ?? 1));

async function followNewJob(client: Client): Promise<string> {
  let answer = await client.submitOn('skin.analyze');
  const { id } = answer.body;
  while (['queued', 'running'].includes(answer.body.status)) {
    await waitFor(answer);
    answer = await client.get(`/v1/jobs/${id}`);
  }
  return answer.body.status;
}

async function retried(ask: () => Promise<Reply>): Promise<Reply> {
  const answer = await ask();
  if (answer.status !== 503) return answer;
  await waitFor(answer);
  return retried(ask);
}

const refuse = (emulator: Emulator, route: string) =>
  emulator.faults.add({ match: { route }, every: 2, effect: { kind: 'error', retry_after: 5 } });
const paceOf = (emulator: Emulator) =>
  emulator.audit.findings().filter(({ rule }) => rule === 'poll-too-soon' || rule === 'retry-too-soon');

describe('A client whose sleep takes no time has no finding about its pace', () => {
  it.each([2, 10])('if it follows %d jobs at once on an auto clock', async (count) => {
    const { emulator, client } = await emulatorFor({ clock: 'auto' });
    const ends = await Promise.all(Array.from({ length: count }, () => followNewJob(client)));
    expect(new Set(ends)).toEqual(new Set(['succeeded']));
    expect(paceOf(emulator)).toEqual([]);
  });

  it('if requests of several parts of it are refused at once on an auto clock', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'auto' });
    for (const { name } of [ROUTES.readUsage, ROUTES.listJobs, ROUTES.readCreditBalance]) refuse(emulator, name);
    const paths = ['/v1/usage', '/v1/jobs', '/v1/credits/balance'];
    for (let round = 0; round < 4; round += 1) await Promise.all(paths.map((path) => retried(() => client.get(path))));
    expect(paceOf(emulator)).toEqual([]);
  });

  it.each(['auto', 'frozen'] as const)(
    'if a receiver of webhooks downloads results, on a clock that is %s',
    async (clock) => {
      const { emulator, client } = await emulatorFor({ clock });
      const statuses: number[] = [];
      await using receiver = await openReceivingServer(async (response, { body }) => {
        const { href } = JSON.parse(body.toString()).data.object.output.image;
        statuses.push((await retried(() => client.get(href))).status);
        response.writeHead(204).end();
      });
      emulator.webhooks.register({ url: receiver.url, environment: 'test' });
      for (const nth of [1, 3])
        emulator.faults.add({ match: { route: ROUTES.downloadAsset.name }, nth, effect: { kind: 'error' } });
      await endJob(emulator);
      await endJob(emulator);
      expect(statuses).toEqual([200, 200]);
      expect(paceOf(emulator)).toEqual([]);
    },
  );
});
