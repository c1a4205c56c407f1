import { median } from '../../shared/median.ts';
import { type Figure, figure } from './figure.ts';
import { applyLoad } from './load.ts';
import type { BenchRequest } from './request.ts';
import { ROWS } from './rows.ts';
import { type Server, startServer } from './server.ts';
import { whole } from './table.ts';

const FORMS = ['off', 'text', 'json'] as const;
type Form = (typeof FORMS)[number];
type Turn = { perSecond: number; cpuMicroseconds: number };

const TIMES_CPU = 1.35;

/** What a line for each exchange costs: reads of a job, with lines and without, in turns. */
export async function logFigures(rounds: number, milliseconds: number): Promise<Figure[]> {
  const servers = await Promise.all(FORMS.map(async (form) => prepared(form)));
  for (const server of servers) await turnOf(server, milliseconds);
  const turns: Record<Form, Turn[]> = { off: [], text: [], json: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const server of servers) turns[server.form].push(await turnOf(server, milliseconds));
  await Promise.all(servers.map(({ server }) => server.stop()));
  const middle = (form: Form, what: keyof Turn) => median(turns[form].map((turn) => turn[what]));
  return (['text', 'json'] as const).map((form) => {
    const beside = Object.fromEntries(
      (['off', form] as const).map((one) => [
        one,
        `${whole(middle(one, 'cpuMicroseconds'))} µs, ${whole(middle(one, 'perSecond'))} /s`,
      ]),
    );
    const times = middle(form, 'cpuMicroseconds') / middle('off', 'cpuMicroseconds');
    return figure(
      `log: CPU of a read with a line of ${form}, times that without`,
      [times, 'of'],
      { atMost: TIMES_CPU },
      beside,
    );
  });
}

type Prepared = { form: Form; server: Server; request: BenchRequest };

async function prepared(form: Form): Promise<Prepared> {
  const server = await startServer({ file: 'servers/logged.mjs', args: [form] });
  const row = ROWS.find(({ name }) => name === 'get');
  if (row === undefined) throw new Error('there is no row of reads');
  return { form, server, request: await row.prepare(server.url) };
}

async function turnOf({ server, request }: Prepared, milliseconds: number): Promise<Turn> {
  const before = Number(await server.ask('cpu'));
  const port = Number(new URL(server.url).port);
  const load = { port, request, expectedStatus: 200, milliseconds, nextSerial: () => 0 };
  const { answers, perSecond } = await applyLoad(load);
  return { perSecond, cpuMicroseconds: (Number(await server.ask('cpu')) - before) / answers };
}
