import { useMemo, useState } from 'preact/hooks';
import { change, get } from '../api/control.ts';
import { summary } from '../api/live.ts';
import type { Account, LedgerRow } from '../api/types.ts';
import { act } from '../parts/act.ts';
import { Badge, Card, Empty, Facts, JobLink, Page, Problem, Scroll, When } from '../parts/basics.tsx';
import { Choice, Field } from '../parts/fields.tsx';
import { type Line, Plot } from '../parts/plot.tsx';
import { useLive } from '../parts/use-live.ts';
import { filterBy, place } from '../route.ts';

const SHOWN = 100;
const MOST = 1_000;

export function Credits() {
  const names = useLive(() => get<string[]>('/accounts'), []);
  const account = place.value.query.get('account') ?? names.value?.[0] ?? null;
  const choose = (name: string) => filterBy('account', name);
  return (
    <Page title="Credits" about="Units of the live environment: a test key spends none.">
      <Problem text={names.problem} />
      {names.value?.length === 0 && <Empty>This world has no account yet.</Empty>}
      {account !== null && names.value && (
        <>
          <div class="filters">
            <Choice label="Account" value={account} of={names.value} onChoose={choose} />
          </div>
          <Ledger account={account} />
        </>
      )}
    </Page>
  );
}

function Ledger({ account }: { account: string }) {
  const path = `/accounts/${encodeURIComponent(account)}`;
  const rows = useLive(() => get<LedgerRow[]>(`${path}/ledger?limit=${MOST}`), [path]);
  const about = useLive(() => get<Account>(`${path}/story`), [path]);
  return (
    <>
      <Problem text={rows.problem ?? about.problem} />
      <div class="columns">
        {about.value && <Balance of={about.value} path={path} />}
        <Card title="Over time">{rows.value && <OverTime rows={rows.value} />}</Card>
      </div>
      <Card title="Ledger">{rows.value && <Rows of={rows.value} />}</Card>
    </>
  );
}

function Balance({ of: { balance }, path }: { of: Account; path: string }) {
  const [units, setUnits] = useState('100');
  const adjust = (event: Event) => {
    event.preventDefault();
    return act('the credits are changed', () => change('POST', `${path}/credits`, { adjust: Number(units) }));
  };
  const enforce = () =>
    act(balance.enforced ? 'submissions no longer need credits' : 'submissions need credits now', () =>
      change('POST', `${path}/credits`, { enforced: !balance.enforced }),
    );
  return (
    <Card title="Balance" actions={balance.low_balance && <Badge of="failed">low</Badge>}>
      <Facts
        rows={[
          ['Spendable', balance.spendable_units.toLocaleString('en')],
          ['Settled', balance.settled_units.toLocaleString('en')],
          ['Held', balance.held_units.toLocaleString('en')],
          ['Enforced', balance.enforced ? 'yes: 402 without enough credits' : 'no'],
          [
            'Price of a job',
            Object.entries(balance.unit_costs)
              .map(([operation, cost]) => `${operation} ${cost}`)
              .join(', '),
          ],
        ]}
      />
      <form class="filters" onSubmit={adjust}>
        <Field label="Grant; a negative number removes credits">
          <input
            type="number"
            step="1"
            required
            value={units}
            onInput={(event) => setUnits(event.currentTarget.value)}
          />
        </Field>
        <button type="submit">Change</button>
        <button type="button" onClick={enforce}>
          {balance.enforced ? 'Stop enforcing' : 'Enforce'}
        </button>
      </form>
    </Card>
  );
}

function OverTime({ rows }: { rows: readonly LedgerRow[] }) {
  const timed = rows.filter(({ at }) => at !== null);
  const now = summary.value?.clock.now;
  const data = useMemo(() => {
    const times = timed.map(({ at }) => Date.parse(at ?? '') / 1_000);
    const available = timed.map((row) => row.available);
    const held = timed.map((row) => row.held);
    const last = timed.at(-1);
    if (now !== undefined && last !== undefined) {
      times.push(Date.parse(now) / 1_000);
      available.push(last.available);
      held.push(last.held);
    }
    return { times, lines: [line('available', available, 'left'), line('held', held, 'right')] };
  }, [rows]);
  if (timed.length === 0) return <Empty>No job with a live key yet: no credits were held or spent.</Empty>;
  return <Plot {...data} label="Available and held units over virtual time; the table below has the same numbers" />;
}

function line(name: string, values: readonly number[], side: Line['side']): Line {
  return { name, values, side };
}

function Rows({ of }: { of: readonly LedgerRow[] }) {
  const rows = of.slice(-SHOWN).toReversed();
  return (
    <Scroll label="Ledger">
      <table>
        <thead>
          <tr>
            <th>At</th>
            <th>What</th>
            <th class="number">Units</th>
            <th class="number">Held</th>
            <th class="number">Available</th>
            <th>Job</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <td>{row.at === null ? <span class="soft">before</span> : <When at={row.at} />}</td>
              <td>{row.kind === 'opening' ? 'grants, and deleted jobs' : row.kind}</td>
              <td class="number">{row.units.toLocaleString('en')}</td>
              <td class="number">{row.held.toLocaleString('en')}</td>
              <td class="number">{row.available.toLocaleString('en')}</td>
              <td>{row.job && <JobLink id={row.job} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {of.length > SHOWN && <p class="soft">The newest {SHOWN}; the control API answers all of them.</p>}
    </Scroll>
  );
}
