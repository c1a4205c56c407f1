import { useState } from 'preact/hooks';
import { change, get } from '../api/control.ts';
import type { Account, Key } from '../api/types.ts';
import { act, copy } from '../parts/act.ts';
import { Badge, Card, Page, Problem, Scroll } from '../parts/basics.tsx';
import { BoundField, Check, Field } from '../parts/fields.tsx';
import { useLive } from '../parts/use-live.ts';

const MOST = 20;

type Switches = {
  key_store_unreadable: boolean;
  ledger_unreadable: boolean;
  admission_per_minute: number | null;
  daily_quota: number | null;
};

/** Who may call, with what, and what is switched on for them. */
export function Accounts() {
  const { value, problem } = useLive(async () => {
    const names = await get<string[]>('/tenants');
    const shown = names.slice(0, MOST).map((id) => get<Account>(`/tenants/${encodeURIComponent(id)}/story`));
    return { accounts: await Promise.all(shown), left: Math.max(0, names.length - MOST) };
  }, []);
  return (
    <Page title="Accounts and keys" about="Keys are shown whole here: they are those of an emulator.">
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

function AddAccount() {
  const [name, setName] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    const made = await act('the account is made, with a live and a test key', () =>
      change('POST', '/tenants', name === '' ? {} : { id: name }),
    );
    if (made !== null) setName('');
  };
  return (
    <form class="filters" onSubmit={submit}>
      <Field label="A new account">
        <input placeholder="its name, or none" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </Field>
      <button type="submit">Add</button>
    </form>
  );
}

function AccountCard({ account }: { account: Account }) {
  const path = `/tenants/${encodeURIComponent(account.id)}`;
  const features = Object.keys(account.features.live);
  const flip = (feature: string, isOn: boolean) =>
    act(`${feature} ${isOn ? 'is served' : 'is an unknown path'} now`, () =>
      change('PATCH', path, { features: { [feature]: isOn } }),
    );
  const isOn = (feature: string) => account.features.live[feature] === true && account.features.test[feature] === true;
  return (
    <Card
      title={account.id}
      actions={
        <button
          type="button"
          class="danger"
          onClick={() => act('removed, with all that it owned', () => change('DELETE', path))}
        >
          Remove
        </button>
      }
    >
      {account.disabled && <Badge of="failed">disabled</Badge>}
      <Keys of={account.keys} />
      <fieldset class="checks">
        <legend>What is enabled</legend>
        {features.map((feature) => (
          <Check key={feature} isOn={isOn(feature)} onFlip={(isOn) => flip(feature, isOn)}>
            {feature}
            {account.features.live[feature] !== account.features.test[feature] && (
              <span class="soft"> (in one environment)</span>
            )}
          </Check>
        ))}
      </fieldset>
    </Card>
  );
}

function Keys({ of }: { of: readonly Key[] }) {
  return (
    <Scroll label="Keys">
      <table>
        <thead>
          <tr>
            <th>Key</th>
            <th>State</th>
            <th>Scopes</th>
            <th>Networks</th>
          </tr>
        </thead>
        <tbody>
          {of.map((key) => (
            <tr key={key.id}>
              <td class="nowrap">
                <code>{key.secret}</code>{' '}
                <button type="button" class="small" aria-label={`copy ${key.secret}`} onClick={() => copy(key.secret)}>
                  Copy
                </button>
              </td>
              <td>
                <Badge of={key.usable ? 'succeeded' : 'failed'}>{key.usable ? 'usable' : 'unusable'}</Badge>
              </td>
              <td>{key.scopes.join(', ')}</td>
              <td>{key.networks?.join(', ') ?? 'everywhere'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
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
            label="Jobs a minute and key"
            hint="empty is unlimited"
            value={value.admission_per_minute}
            onDone={(bound) => set('admission_per_minute', bound)}
          />
          <BoundField
            label="Jobs a day and product"
            hint="empty is what the readings say"
            value={value.daily_quota}
            onDone={(bound) => set('daily_quota', bound)}
          />
        </div>
      )}
    </Card>
  );
}
