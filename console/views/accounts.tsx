import { useState } from 'preact/hooks';
import { FEATURES, type Feature } from '../../emulator/domain/vocabulary.ts';
import { change, get } from '../api/control.ts';
import type { Account, KeyTimes, Switches } from '../api/types.ts';
import { act } from '../parts/act.ts';
import { Card, Page, Problem } from '../parts/basics.tsx';
import { BoundField, Check, Field } from '../parts/fields.tsx';
import { Sure } from '../parts/sure.tsx';
import { useLive } from '../parts/use-live.ts';
import { Keys } from './keys.tsx';

const MOST = 20;

export function Accounts() {
  const { value, problem } = useLive(async () => {
    const names = await get<string[]>('/accounts');
    const shown = names.slice(0, MOST).map(accountWithTimes);
    return { accounts: await Promise.all(shown), left: Math.max(0, names.length - MOST) };
  }, []);
  return (
    <Page title="Accounts and keys" about="Keys are shown in full because they belong to an emulator.">
      <Problem text={problem} />
      <AddAccount />
      {value?.accounts.map((account) => (
        <AccountCard key={account.id} account={account} />
      ))}
      {value !== null && value.left > 0 && <p class="soft">and {value.left} more, which the control API lists.</p>}
      <Limits />
    </Page>
  );
}

async function accountWithTimes(id: string): Promise<Account & { times: readonly KeyTimes[] }> {
  const path = `/accounts/${encodeURIComponent(id)}`;
  const [account, times] = await Promise.all([get<Account>(`${path}/story`), get<KeyTimes[]>(`${path}/keys`)]);
  return { ...account, times };
}

function AddAccount() {
  const [name, setName] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    const made = await act('the account is created, with a live and a test key', () =>
      change('POST', '/accounts', name === '' ? {} : { id: name }),
    );
    if (made !== null) setName('');
  };
  return (
    <form class="filters" onSubmit={submit}>
      <Field label="New account">
        <input placeholder="name (optional)" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </Field>
      <button type="submit">Add</button>
    </form>
  );
}

function AccountCard({ account }: { account: Account & { times: readonly KeyTimes[] } }) {
  const path = `/accounts/${encodeURIComponent(account.id)}`;
  const flip = (feature: Feature, isOn: boolean) =>
    act(`${feature} ${isOn ? 'is on' : 'is off'} now`, () => change('PATCH', path, { features: { [feature]: isOn } }));
  const set = (done: string, changed: object) => act(done, () => change('PATCH', path, changed));
  const isOn = (feature: Feature) => account.features.live[feature] === true && account.features.test[feature] === true;
  return (
    <Card
      title={account.id}
      actions={
        <Sure
          asks={`Remove ${account.id} permanently?`}
          onSure={() => act('removed, with all its data', () => change('DELETE', path))}
        >
          Remove
        </Sure>
      }
    >
      <Keys of={account.keys} times={account.times} path={path} />
      <fieldset class="checks">
        <legend>Features</legend>
        {FEATURES.map((feature) => (
          <Check key={feature} isOn={isOn(feature)} onFlip={(isOn) => flip(feature, isOn)}>
            {feature}
            {account.features.live[feature] !== account.features.test[feature] && (
              <span class="soft"> (in one environment)</span>
            )}
          </Check>
        ))}
      </fieldset>
      <fieldset class="checks">
        <legend>The account</legend>
        <Check isOn={account.disabled} onFlip={(disabled) => set('changed', { disabled })}>
          disabled: all of its keys are refused (401)
        </Check>
        <Check isOn={account.webhooks} onFlip={(webhooks) => set('changed', { webhooks })}>
          events are sent
        </Check>
        <Check isOn={account.balance.enforced} onFlip={(enforced) => set('changed', { enforced })}>
          jobs are refused without enough credits (402)
        </Check>
      </fieldset>
      <div class="grid">
        {Object.entries(account.balance.unit_costs).map(([operation, units]) => (
          <BoundField
            key={operation}
            label={`Units of ${operation}`}
            value={units}
            onDone={(bound) => set('the price is changed', { unit_costs: { [operation]: bound ?? 0 } })}
          />
        ))}
      </div>
    </Card>
  );
}

function Limits() {
  const { value, problem } = useLive(() => get<Switches>('/switches'), []);
  const set = (name: keyof Switches, to: boolean | number | null) =>
    act('switched', () => change('PATCH', '/switches', { [name]: to }));
  return (
    <Card title="Stores and limits">
      <Problem text={problem} />
      {value && (
        <div class="grid">
          <Check isOn={value.key_store_unreadable} onFlip={(isOn) => set('key_store_unreadable', isOn)}>
            keys cannot be checked (503)
          </Check>
          <Check isOn={value.ledger_unreadable} onFlip={(isOn) => set('ledger_unreadable', isOn)}>
            credits cannot be read (503)
          </Check>
          <BoundField
            label="Jobs per minute and key"
            hint="empty: no limit"
            value={value.admission_per_minute}
            onDone={(bound) => set('admission_per_minute', bound)}
          />
          <BoundField
            label="Jobs per day and product"
            hint="empty: as in the readings"
            value={value.daily_quota}
            onDone={(bound) => set('daily_quota', bound)}
          />
        </div>
      )}
    </Card>
  );
}
