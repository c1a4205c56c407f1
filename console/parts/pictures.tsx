import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/control.ts';
import type { Picture } from '../api/types.ts';

/** The URL of a picture of a job. It is fetched, so that the token and the world are sent in headers. */
export function usePicture(job: string, name: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (name === null) return undefined;
    let made: string | null = null;
    let isOver = false;
    ask('GET', `/jobs/${encodeURIComponent(job)}/pictures/${encodeURIComponent(name)}`)
      .then((response) => response.blob())
      .then((blob) => {
        if (isOver) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      })
      .catch(() => setAddress(null));
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [job, name]);
  return address;
}

/** The input with a result on top, and a slider between the two. */
export function Compared({ job, pictures }: { job: string; pictures: readonly Picture[] }) {
  const results = pictures.filter(({ role }) => role !== 'source' && role !== 'hair_mask');
  const [chosen, choose] = useState<string | null>(null);
  const [share, setShare] = useState(50);
  const result = results.find(({ name }) => name === chosen) ?? results[0] ?? null;
  const before = usePicture(job, pictures.some(({ name }) => name === 'source') ? 'source' : null);
  const after = usePicture(job, result?.name ?? null);
  const isOverlay = result?.role.startsWith('mask.') === true;
  return (
    <div>
      <p class="sides">
        {before && <span>Before: the input</span>}
        {after && <span>After: the result</span>}
      </p>
      <div class="compared">
        {before && <img src={before} alt="The input" />}
        {after && (
          <img
            class={isOverlay ? 'overlay' : ''}
            src={after}
            alt={`The result, ${result?.role}`}
            style={{ clipPath: `inset(0 0 0 ${before === null ? 0 : share}%)` }}
          />
        )}
        {before && after && <span class="divider" aria-hidden="true" style={{ left: `${share}%` }} />}
        {before === null && after === null && <p class="empty">The pictures do not exist, or have been deleted.</p>}
      </div>
      {before && after && (
        <input
          class="slider"
          type="range"
          min="0"
          max="100"
          value={share}
          aria-label="From the result to the input"
          onInput={(event) => setShare(Number(event.currentTarget.value))}
        />
      )}
      {results.length > 1 && (
        <fieldset class="tabs wrap" aria-label="Which result">
          {results.map(({ name, role }) => (
            <button key={name} type="button" aria-pressed={name === result?.name} onClick={() => choose(name)}>
              {role}
            </button>
          ))}
        </fieldset>
      )}
      {result && (
        <p class="soft">
          {result.role}, {result.width} × {result.height}, {result.media_type}
        </p>
      )}
    </div>
  );
}
