import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { needsToken, world } from './api/control.ts';
import { connection, summary, worlds } from './api/live.ts';
import { notice } from './parts/act.ts';
import { ClockBar } from './parts/clock-bar.tsx';
import { TokenForm } from './parts/token-form.tsx';
import { type Place, place, to } from './route.ts';
import { Accounts } from './views/accounts.tsx';
import { Credits } from './views/credits.tsx';
import { DeliveryPage } from './views/delivery.tsx';
import { ExchangePage } from './views/exchange.tsx';
import { JobPage } from './views/job.tsx';
import { Jobs } from './views/jobs.tsx';
import { Overview } from './views/overview.tsx';
import { PlansAndFaults } from './views/plans-and-faults.tsx';
import { Questions } from './views/questions.tsx';
import { Requests } from './views/requests.tsx';
import { TryIt } from './views/try-it.tsx';
import { Webhooks } from './views/webhooks.tsx';
import { Worlds } from './views/worlds.tsx';

const VIEWS: readonly {
  view: string;
  name: string;
  show(place: Place): ComponentChildren;
  one?: (id: string) => ComponentChildren;
}[] = [
  { view: 'overview', name: 'Overview', show: () => <Overview /> },
  { view: 'jobs', name: 'Jobs', show: ({ query }) => <Jobs query={query} />, one: (id) => <JobPage id={id} /> },
  { view: 'try', name: 'Try it', show: () => <TryIt /> },
  {
    view: 'requests',
    name: 'Requests',
    show: ({ query }) => <Requests query={query} />,
    one: (id) => <ExchangePage serial={Number(id)} />,
  },
  { view: 'webhooks', name: 'Webhooks', show: () => <Webhooks />, one: (id) => <DeliveryPage id={id} /> },
  { view: 'plans', name: 'Plans and faults', show: () => <PlansAndFaults /> },
  { view: 'questions', name: 'Open questions', show: () => <Questions /> },
  { view: 'credits', name: 'Credits', show: () => <Credits /> },
  { view: 'accounts', name: 'Accounts and keys', show: () => <Accounts /> },
  { view: 'worlds', name: 'Worlds', show: () => <Worlds /> },
];

export function App() {
  const { view, id } = place.value;
  const shown = VIEWS.find((one) => one.view === view) ?? VIEWS[0];
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    document.title = `${shown?.name ?? ''} · tryon-kit`;
    showCurrentLink();
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [view, id]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <div class="frame">
        <Menu view={shown?.view ?? ''} />
        <div class="body">
          {!needsToken.value && <ClockBar />}
          <main id="main" ref={main} tabIndex={-1}>
            {needsToken.value ? <TokenForm /> : id !== null && shown?.one ? shown.one(id) : shown?.show(place.value)}
          </main>
        </div>
      </div>
      <div
        class={`notice ${notice.value?.isProblem ? 'is-problem' : ''}`}
        role="status"
        aria-live="polite"
        hidden={notice.value === null}
      >
        {notice.value?.text}
      </div>
    </>
  );
}

/** On a phone, the menu scrolls sideways. `scrollIntoView` would also move the start of Tab navigation there. */
function showCurrentLink() {
  const link = document.querySelector('nav [aria-current]');
  const menu = link?.closest('nav');
  if (!link || !menu) return;
  const [own, all] = [link.getBoundingClientRect(), menu.getBoundingClientRect()];
  menu.scrollBy({ left: own.left + own.width / 2 - all.left - all.width / 2 });
}

const CONNECTIONS = {
  connecting: 'connecting',
  connected: 'connected',
  away: 'the emulator does not answer; trying again',
} as const;

function Menu({ view }: { view: string }) {
  const counts: Record<string, number> = {
    jobs: active(),
    requests: summary.value?.exchanges ?? 0,
    overview: summary.value?.findings ?? 0,
  };
  return (
    <header class="menu">
      <a class="brand" href="#/overview">
        <img src="/_emulator/console/icon.svg" alt="" width="24" height="24" />
        tryon-kit
      </a>
      <label class="world">
        <span class="soft">World</span>
        <select
          value={world.value}
          onChange={(event) => {
            world.value = event.currentTarget.value;
          }}
        >
          {worlds.value.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label="Views">
        {VIEWS.map((one) => (
          <a key={one.view} href={to(one.view)} aria-current={one.view === view ? 'page' : undefined}>
            {one.name}
            {(counts[one.view] ?? 0) > 0 && one.view !== 'overview' && (
              <span class="count">{counts[one.view]?.toLocaleString('en')}</span>
            )}
          </a>
        ))}
      </nav>
      <p class={`connection is-${connection.value}`}>
        <span class="dot" aria-hidden="true" />
        {CONNECTIONS[connection.value]}
      </p>
    </header>
  );
}

function active(): number {
  const { jobs } = summary.value ?? {};
  return jobs === undefined ? 0 : jobs.queued + jobs.running;
}
