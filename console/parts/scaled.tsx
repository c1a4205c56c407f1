import { between, instant, length } from './times.ts';

export type Mark = { at: string; label: string; tone: string; href?: string };

type Line = { from: string; until: string; marks: readonly Mark[]; label: string };

/** Moments on a line, drawn to scale. The list below it has the same content for those who cannot see it. */
export function Scaled({ from, until, marks, label }: Line) {
  const whole = Math.max(1, between(from, until));
  const share = (at: string) => Math.min(100, Math.max(0, (between(from, at) / whole) * 100));
  return (
    <figure class="scaled">
      <div class="scaled-line" aria-hidden="true">
        {marks.map((mark, index) => (
          <span
            key={index}
            class={`mark is-${mark.tone}`}
            style={{ left: `${share(mark.at)}%` }}
            title={`${mark.label}, ${instant(mark.at)}`}
          />
        ))}
      </div>
      <figcaption>
        <span class="mono">{instant(from)}</span>
        <span class="soft">{length(whole)}</span>
        <span class="mono">{instant(until)}</span>
      </figcaption>
      <ol class="marks" aria-label={label}>
        {marks.map((mark, index) => (
          <li key={index}>
            <span class={`dot is-${mark.tone}`} aria-hidden="true" />
            {mark.href ? <a href={mark.href}>{mark.label}</a> : <span>{mark.label}</span>}
            <span class="soft mono">+{length(between(from, mark.at))}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
