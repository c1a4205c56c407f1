import { useEffect, useState } from 'preact/hooks';
import { ask, get } from '../api/control.ts';
import type { Fixtures } from '../api/types.ts';
import { act } from './act.ts';

export type Face = { name: string; type: string; bytes: Blob };
type Offered = { name: string; href: string; type: string; address: string };

export function FacePicker({ face, onChoose }: { face: Face | null; onChoose(face: Face): void }) {
  const offered = useOffered();
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) =>
    file && onChoose({ name: file.name, type: file.type || 'application/octet-stream', bytes: file });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files[0]);
  };
  const choose = ({ name, href, type }: Offered) =>
    act(`${name} is chosen`, async () => onChoose({ name, type, bytes: await (await ask('GET', href)).blob() }));
  return (
    <fieldset
      class={`faces ${isOver ? 'is-over' : ''}`}
      aria-label="Faces"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div class="row wrap">
        {offered.map((one) => (
          <button
            key={one.name}
            type="button"
            class="face"
            aria-pressed={face?.name === one.name}
            onClick={() => choose(one)}
          >
            <img src={one.address} alt="" width="72" height="72" />
            {one.name}
          </button>
        ))}
      </div>
      <label class="own">
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        <span class="soft">or drop a picture here; it is sent only to this emulator</span>
      </label>
      {face && (
        <p role="status">
          {face.name}, {face.type}, {face.bytes.size.toLocaleString('en')} bytes
        </p>
      )}
    </fieldset>
  );
}

/** The smallest file of each face, as an object URL. */
function useOffered(): readonly Offered[] {
  const [offered, setOffered] = useState<readonly Offered[]>([]);
  useEffect(() => {
    let made: readonly Offered[] = [];
    act('', async () => {
      const { faces } = await get<Fixtures>('/_emulator/fixtures');
      made = await Promise.all(faces.map(offerOf));
      setOffered(made);
    });
    return () => {
      for (const { address } of made) URL.revokeObjectURL(address);
    };
  }, []);
  return offered;
}

async function offerOf({ name, files }: Fixtures['faces'][number]): Promise<Offered> {
  const file = files.find(({ media_type: type }) => type === 'image/webp') ?? files[0];
  if (file === undefined) throw new Error(`the face ${name} has no file`);
  const bytes = await (await ask('GET', file.href)).blob();
  return { name, href: file.href, type: file.media_type, address: URL.createObjectURL(bytes) };
}
