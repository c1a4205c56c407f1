import { useState } from 'preact/hooks';
import { JOB_STATUSES } from '../../emulator/domain/vocabulary.ts';
import { get, query as queryOf } from '../api/control.ts';
import type { Job } from '../api/types.ts';
import { Badge, Card, Empty, JobLink, Page, Paging, Problem, Table, When } from '../parts/basics.tsx';
import { Choice, EnvironmentChoice } from '../parts/fields.tsx';
import { useLive } from '../parts/use-live.ts';
import { filterBy, to } from '../route.ts';

const LIMIT = 50;

export function Jobs({ query }: { query: URLSearchParams }) {
  const [before, setBefore] = useState<readonly string[]>([]);
  const filter = {
    status: query.get('status'),
    operation: query.get('operation'),
    environment: query.get('environment'),
  };
  const last = before.at(-1);
  const path = `/jobs${queryOf({ ...filter, limit: LIMIT, before: last })}`;
  const { value, problem } = useLive(() => get<Job[]>(path), [path]);
  const rows = (value ?? []).toReversed();
  const choose = (name: string) => (chosen: string) => {
    setBefore([]);
    filterBy(name, chosen);
  };
  return (
    <Page title="Jobs" about="All jobs of this world with their internal stages, which the service does not show.">
      <div class="filters">
        <Choice label="Status" any="all" value={filter.status ?? ''} of={JOB_STATUSES} onChoose={choose('status')} />
        <Choice
          label="Product"
          any="all"
          value={filter.operation ?? ''}
          of={['skin.analyze', 'makeup.apply', 'hair.try_on']}
          onChoose={choose('operation')}
        />
        <EnvironmentChoice value={filter.environment ?? ''} onChoose={choose('environment')} />
      </div>
      <Card>
        <Problem text={problem} />
        {value !== null && rows.length === 0 && (
          <Empty>
            No job matches. <a href={to('try')}>Try it</a> makes one.
          </Empty>
        )}
        {rows.length > 0 && <JobTable rows={rows} />}
        <Paging before={before} turn={setBefore} last={rows.at(-1)?.id} isFull={rows.length === LIMIT} />
      </Card>
    </Page>
  );
}

function JobTable({ rows }: { rows: readonly Job[] }) {
  return (
    <Table label="Jobs" heads={['Job', 'Status', 'Stage', 'Product', 'Account', 'Submitted']}>
      {rows.map((job) => (
        <tr key={job.id}>
          <td>
            <JobLink id={job.id} />
          </td>
          <td>
            <Badge of={job.status} />
          </td>
          <td class="nowrap" data-label="Stage">
            {job.stage} {job.held && <Badge of="held">held</Badge>}{' '}
            {job.cancel_requested && <Badge of="cancelled">to be cancelled</Badge>}
          </td>
          <td data-label="Product">{job.operation}</td>
          <td class="nowrap" data-label="Account">
            {job.account} <span class="soft">{job.environment}</span>
          </td>
          <td data-label="Submitted">
            <When at={job.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
