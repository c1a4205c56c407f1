import { useState } from 'preact/hooks';
import { ask, get, query as queryOf } from '../api/control.ts';
import type { Exchange } from '../api/types.ts';
import { act, save } from '../parts/act.ts';
import { Badge, Card, Code, Empty, Page, Paging, Problem, Table } from '../parts/basics.tsx';
import { sentenceOf } from '../parts/explain.ts';
import { Choice, Draft, Field } from '../parts/fields.tsx';
import { hour } from '../parts/times.ts';
import { useLive } from '../parts/use-live.ts';
import { filterBy, to } from '../route.ts';

const LIMIT = 50;
const STATUSES = [
  '200',
  '201',
  '202',
  '204',
  '304',
  '400',
  '401',
  '402',
  '403',
  '404',
  '409',
  '410',
  '413',
  '415',
  '422',
  '429',
  '500',
  '503',
];

export function Requests({ query }: { query: URLSearchParams }) {
  const [before, setBefore] = useState<readonly number[]>([]);
  const filter = {
    method: query.get('method'),
    status: query.get('status'),
    mentions: query.get('mentions'),
    key: query.get('key'),
  };
  const path = `/journal${queryOf({ ...filter, limit: LIMIT, before: before.at(-1) })}`;
  const { value, problem } = useLive(() => get<Exchange[]>(path), [path]);
  const rows = (value ?? []).toReversed();
  const choose = (name: string) => (chosen: string) => {
    setBefore([]);
    filterBy(name, chosen);
  };
  const exportHar = () =>
    act('saved as journal.har', async () => {
      const har = await ask('GET', `/journal.har${queryOf({ ...filter, limit: 1000 })}`);
      save('journal.har', await har.text(), 'application/json');
    });
  return (
    <Page
      title="Requests"
      about="Requests of clients and the answers. Keys are masked."
      actions={
        <button type="button" onClick={exportHar}>
          Export as HAR
        </button>
      }
    >
      <div class="filters">
        <Choice
          label="Method"
          any="all"
          value={filter.method ?? ''}
          of={['GET', 'POST', 'DELETE']}
          onChoose={choose('method')}
        />
        <Choice label="Status" any="all" value={filter.status ?? ''} of={STATUSES} onChoose={choose('status')} />
        <Field label="Mentions">
          <Draft
            type="search"
            placeholder="id or text of a body"
            value={filter.mentions ?? ''}
            onDone={choose('mentions')}
          />
        </Field>
      </div>
      <Card>
        <Problem text={problem} />
        {value !== null && rows.length === 0 && <Empty>No request matches.</Empty>}
        {rows.length > 0 && <ExchangeTable rows={rows} />}
        <Paging before={before} turn={setBefore} last={rows.at(-1)?.serial} isFull={rows.length === LIMIT} />
      </Card>
    </Page>
  );
}

function ExchangeTable({ rows }: { rows: readonly Exchange[] }) {
  return (
    <Table label="Exchanges" heads={['No.', 'At', 'Status', 'Request', 'Key']}>
      {rows.map((exchange) => (
        <tr key={exchange.serial}>
          <td class="number soft" data-label="Number">
            {exchange.serial}
          </td>
          <td class="mono soft nowrap">{hour(exchange.at)}</td>
          <td>
            <Code status={exchange.status} />
          </td>
          <td>
            <a class="mono" href={to('requests', String(exchange.serial))}>
              {exchange.method} {exchange.path}
              {exchange.query && `?${exchange.query}`}
            </a>{' '}
            {exchange.fault && <Badge of="held">fault</Badge>}
            {exchange.because && <p class="soft">{sentenceOf(exchange)}</p>}
          </td>
          <td class="mono soft nowrap" data-label="Key">
            {exchange.key ?? 'none'}
          </td>
        </tr>
      ))}
    </Table>
  );
}
