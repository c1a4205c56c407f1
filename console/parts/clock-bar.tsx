import { useEffect, useState } from 'preact/hooks';
import { change } from '../api/control.ts';
import { heardAt, summary } from '../api/live.ts';
import type { Clock, Mode } from '../api/types.ts';
import { act } from './act.ts';
import { Button } from './basics.tsx';
import { between, instant, length } from './times.ts';

const STEPS = [
  ['8 s', '8s'],
  ['1 min', '1m'],
  ['1 h', '1h'],
  ['1 day', '24h'],
] as const;

type Advanced = { now: string; fired: unknown[] };

const advance = (name: string, body: object) =>
  act(name, async () => {
    const { fired } = await change<Advanced>('POST', '/clock/advance', body);
    return fired.length;
  });

export function ClockBar() {
  const current = summary.value;
  const now = useNow(current?.clock ?? null);
  if (current === null) return <div class="clock" aria-busy="true" />;
  const { mode } = current.clock;
  const next = current.next_due;
  return (
    <section class="clock" aria-label="The clock">
      <div class="clock-now">
        <time class="mono" dateTime={now}>
          {instant(now).slice(0, 19)}
        </time>
        <span class="soft">
          {next === null ? 'nothing is due' : `next in ${length(Math.max(0, between(now, next)))}`}
        </span>
      </div>
      <div class="row">
        {STEPS.map(([name, by]) => (
          <button key={by} type="button" onClick={() => advance(`${name} have passed`, { by })}>
            +{name}
          </button>
        ))}
        <Button
          blocked={next === null && 'Nothing is due.'}
          onPress={() => next !== null && advance('advanced to the next event', { to: now > next ? now : next })}
        >
          Next event
        </Button>
        <button type="button" onClick={() => advance('no work is pending', { until: 'idle' })}>
          Until idle
        </button>
      </div>
      <Modes mode={mode} />
    </section>
  );
}

function Modes({ mode }: { mode: Mode }) {
  const choose = (wanted: Mode, said: string) => act(said, () => change('PATCH', '/clock', { mode: wanted }));
  return (
    <fieldset class="tabs" aria-label="Clock mode">
      <button type="button" aria-pressed={mode === 'frozen'} onClick={() => choose('frozen', 'time is frozen')}>
        Freeze
      </button>
      <button type="button" aria-pressed={mode === 'running'} onClick={() => choose('running', 'time runs')}>
        Run
      </button>
      <button type="button" aria-pressed={mode === 'auto'} onClick={() => choose('auto', 'polling moves the clock')}>
        Auto
      </button>
    </fieldset>
  );
}

/** The current time of the world. A running clock continues between two updates. */
export function useNow(clock: Clock | null): string {
  const [, beat] = useState(0);
  useEffect(() => {
    if (clock?.mode !== 'running') return undefined;
    const timer = setInterval(() => beat((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [clock?.mode]);
  if (clock === null) return new Date(0).toISOString();
  if (clock.mode !== 'running') return clock.now;
  return new Date(Date.parse(clock.now) + (performance.now() - heardAt.value) * clock.rate).toISOString();
}
