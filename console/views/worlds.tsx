import { useState } from 'preact/hooks';
import { ask, change, get, world } from '../api/control.ts';
import { worlds } from '../api/live.ts';
import type { Snapshot, World } from '../api/types.ts';
import { act, save } from '../parts/act.ts';
import { Badge, Button, Card, Empty, Page, Problem, Table, When } from '../parts/basics.tsx';
import { Choice, Field, TextField } from '../parts/fields.tsx';
import { Sure } from '../parts/sure.tsx';
import { useLive } from '../parts/use-live.ts';

const MODES = ['auto', 'frozen', 'running'];

export function Worlds() {
  return (
    <Page
      title="Worlds"
      about="Each world is a separate service. An API key selects its world, so parallel tests do not affect each other."
    >
      <AllWorlds />
      <Snapshots />
      <WorldFile />
    </Page>
  );
}

function AllWorlds() {
  const { value, problem } = useLive(() => get<World[]>('/worlds'), []);
  const lookAt = (name: string) => {
    world.value = name;
  };
  // Switches to another world first, so that nothing is requested from the removed one.
  const remove = async (name: string) => {
    if (world.value === name) lookAt('default');
    await act(`${name} is removed, with all its data`, () => change('DELETE', `/worlds/${encodeURIComponent(name)}`));
    worlds.value = await get<World[]>('/worlds');
  };
  return (
    <Card title="All worlds">
      <Problem text={problem} />
      <AddWorld onMade={lookAt} />
      <Table label="Worlds" heads={['World', 'Clock', 'Test key', 'Change']}>
        {value?.map(({ name, clock, keys }) => (
          <tr key={name}>
            <td class="break">
              {name} {name === world.value && <Badge of="running">looked at</Badge>}
            </td>
            <td>
              <When at={clock.now} /> <span class="soft">{clock.mode}</span>
            </td>
            <td data-label="Test key">
              <code>{keys.test ?? keys.live ?? 'none'}</code>
            </td>
            <td>
              <div class="row">
                <Button
                  class="small"
                  blocked={name === world.value && 'This world is already selected.'}
                  onPress={() => lookAt(name)}
                >
                  Select
                </Button>
                {name !== 'default' && (
                  <Sure small asks={`Remove ${name} permanently?`} onSure={() => remove(name)}>
                    Remove
                  </Sure>
                )}
              </div>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function AddWorld({ onMade }: { onMade(name: string): void }) {
  const [name, setName] = useState('');
  const [clock, setClock] = useState('auto');
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = { clock, ...(name !== '' && { name }) };
    const made = await act('the world is created, with its own keys', () => change<World>('POST', '/worlds', body));
    if (made === null) return;
    setName('');
    worlds.value = await get<World[]>('/worlds');
    onMade(made.name);
  };
  return (
    <form class="filters" onSubmit={submit}>
      <TextField label="New world" placeholder="name (optional)" value={name} onType={setName} />
      <Choice label="Its clock mode" value={clock} of={MODES} onChoose={setClock} />
      <button type="submit">Add</button>
    </form>
  );
}

function Snapshots() {
  const { value, problem } = useLive(() => get<Snapshot[]>('/snapshots'), [world.value]);
  const [name, setName] = useState('');
  const path = (of: string) => `/snapshots/${encodeURIComponent(of)}`;
  const submit = async (event: Event) => {
    event.preventDefault();
    const kept = await act(`${world.value} is saved as ${name}`, () => change('POST', path(name)));
    if (kept !== null) setName('');
  };
  return (
    <Card
      title={`Snapshots of ${world.value}`}
      actions={
        <Sure asks={`Reset ${world.value}?`} onSure={() => act('the world is reset', () => change('POST', '/reset'))}>
          Reset
        </Sure>
      }
    >
      <Problem text={problem} />
      <form class="filters" onSubmit={submit}>
        <TextField label="Name of the snapshot" placeholder="a name" value={name} onType={setName} required />
        <button type="submit">Save</button>
      </form>
      {value?.length === 0 && <Empty>No snapshot yet. A snapshot restores the whole world with its clock.</Empty>}
      {value !== null && value.length > 0 && (
        <Table label="Snapshots" heads={['Name', 'Taken at', 'Jobs', 'Pictures', 'Change']}>
          {value.map((one) => (
            <tr key={one.name}>
              <td class="break">{one.name}</td>
              <td>
                <When at={one.at} />
              </td>
              <td class="number" data-label="Jobs">
                {one.jobs.toLocaleString('en')}
              </td>
              <td class="number" data-label="Pictures">
                {one.assets.toLocaleString('en')}
              </td>
              <td>
                <div class="row">
                  <Sure
                    small
                    asks={`Restore ${one.name}?`}
                    onSure={() => act(`${one.name} is restored`, () => change('POST', `${path(one.name)}/load`))}
                  >
                    Restore
                  </Sure>
                  <Sure
                    small
                    asks={`Delete ${one.name}?`}
                    onSure={() => act(`${one.name} is deleted`, () => change('DELETE', path(one.name)))}
                  >
                    Delete
                  </Sure>
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

/** Downloads the whole world as a file, from which another emulator or a configuration can start. */
function WorldFile() {
  const download = () =>
    act('saved, keys included', async () => {
      const response = await ask('GET', '/file');
      save(`${world.value}.world`, await response.blob(), 'application/octet-stream');
    });
  const upload = (file: File) =>
    act(`the world is replaced with ${file.name}`, () => ask('POST', '/file', { body: file }));
  return (
    <Card title="As a file">
      <p class="soft">
        Keep the file, share it, or start a test from it with from: FILE. It contains the keys in plain text.
      </p>
      <div class="filters">
        <button type="button" onClick={download}>
          Save {world.value} as a file
        </button>
        <Field label="Replace with a file">
          <input
            type="file"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file !== undefined) upload(file);
              event.currentTarget.value = '';
            }}
          />
        </Field>
      </div>
    </Card>
  );
}
