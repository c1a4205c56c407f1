import { useState } from 'preact/hooks';
import { change } from '../api/control.ts';
import type { Key } from '../api/types.ts';
import { act, copy } from '../parts/act.ts';
import { Badge, Table } from '../parts/basics.tsx';
import { Choice } from '../parts/fields.tsx';
import { Sure } from '../parts/sure.tsx';

/** The keys of an account: another one beside them, one that is revoked, one that ends in a day. */
export function Keys({ of, path }: { of: readonly Key[]; path: string }) {
  return (
    <>
      <Table label="Keys" heads={['Key', 'State', 'Scopes', 'Networks', 'Change']}>
        {of.map((key) => (
          <KeyRow key={key.id} of={key} path={path} />
        ))}
      </Table>
      <AddKey path={path} />
    </>
  );
}

function KeyRow({ of: key, path }: { of: Key; path: string }) {
  const set = (done: string, changed: object) =>
    act(done, () => change('PATCH', `${path}/keys/${encodeURIComponent(key.id)}`, changed));
  return (
    <tr>
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
      <td>
        <div class="row">
          {key.usable ? (
            <>
              <button
                type="button"
                class="small"
                onClick={() => set('the key ends a day from now, by the clock of the world', { expires_in: '1d' })}
              >
                End in a day
              </button>
              <Sure small asks="Refuse it from now on?" onSure={() => set('the key is revoked', { revoked: true })}>
                Revoke
              </Sure>
            </>
          ) : (
            <button
              type="button"
              class="small"
              onClick={() => set('the key is usable again', { revoked: false, expires_at: null })}
            >
              Make usable
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

function AddKey({ path }: { path: string }) {
  const [environment, setEnvironment] = useState('live');
  const add = () => act('the key is made', () => change('POST', `${path}/keys`, { environment }));
  return (
    <div class="filters">
      <Choice label="Another key" value={environment} of={['live', 'test']} onChoose={setEnvironment} />
      <button type="button" onClick={add}>
        Make a key
      </button>
    </div>
  );
}
