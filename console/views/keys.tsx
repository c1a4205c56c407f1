import { useState } from 'preact/hooks';
import { change } from '../api/control.ts';
import type { Key, KeyTimes } from '../api/types.ts';
import { act, copy } from '../parts/act.ts';
import { Badge, Table, When } from '../parts/basics.tsx';
import { Choice } from '../parts/fields.tsx';
import { Sure } from '../parts/sure.tsx';

export function Keys({ of, times, path }: { of: readonly Key[]; times: readonly KeyTimes[]; path: string }) {
  return (
    <>
      <Table label="Keys" heads={['Key', 'State', 'Scopes', 'Networks', 'Change']}>
        {of.map((key) => (
          <KeyRow key={key.id} of={key} ends={times.find(({ id }) => id === key.id) ?? null} path={path} />
        ))}
      </Table>
      <AddKey path={path} />
    </>
  );
}

function KeyRow({ of: key, ends, path }: { of: Key; ends: KeyTimes | null; path: string }) {
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
        <End of={ends} isOver={!key.usable} />
      </td>
      <td data-label="Scopes">{key.scopes.join(', ')}</td>
      <td data-label="Networks">{key.networks?.join(', ') ?? 'everywhere'}</td>
      <td>
        <div class="row">
          {key.usable ? (
            <>
              {ends?.expires_at ? (
                <button
                  type="button"
                  class="small"
                  onClick={() => set('the key no longer expires', { expires_at: null })}
                >
                  Remove the expiry
                </button>
              ) : (
                <button
                  type="button"
                  class="small"
                  onClick={() => set('the key expires in a day of the world', { expires_in: '1d' })}
                >
                  Expire in a day
                </button>
              )}
              <Sure small asks="Revoke this key?" onSure={() => set('the key is revoked', { revoked: true })}>
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

function End({ of, isOver }: { of: KeyTimes | null; isOver: boolean }) {
  if (of === null) return null;
  const { revoked_at: revoked, expires_at: expires } = of;
  return (
    <>
      {revoked !== null && (
        <p class="soft">
          revoked <When at={revoked} />
        </p>
      )}
      {expires !== null && (
        <p class="soft">
          {isOver && revoked === null ? 'ended' : 'ends'} <When at={expires} />
        </p>
      )}
    </>
  );
}

function AddKey({ path }: { path: string }) {
  const [environment, setEnvironment] = useState('live');
  const add = () => act('the key is created', () => change('POST', `${path}/keys`, { environment }));
  return (
    <div class="filters">
      <Choice label="New key" value={environment} of={['live', 'test']} onChoose={setEnvironment} />
      <button type="button" onClick={add}>
        Add a key
      </button>
    </div>
  );
}
