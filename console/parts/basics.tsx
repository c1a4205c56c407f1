import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { jsonIn } from '../../shared/json-in.ts';
import { to } from '../route.ts';
import { copy } from './act.ts';
import { instant } from './times.ts';

/** The building blocks of every view. Nothing that a client sends is ever interpreted as markup. */

type Children = { children?: ComponentChildren };

export function Page({
  title,
  about,
  actions,
  children,
}: Children & { title: string; about?: string; actions?: ComponentChildren }) {
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          {about && <p class="soft">{about}</p>}
        </div>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A page whose content cannot be shown, or not yet. */
export function PageWithout({ title, problem }: { title: string; problem: string | null }) {
  return (
    <Page title={title}>
      <Problem text={problem} />
    </Page>
  );
}

export function Card({
  title,
  actions,
  children,
  class: name = '',
}: Children & { title?: string; actions?: ComponentChildren; class?: string }) {
  return (
    <section class={`card ${name}`}>
      {(title || actions) && (
        <header class="card-head">
          {title && <h2>{title}</h2>}
          {actions && <div class="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

export function Badge({ of, children }: Children & { of: string }) {
  return <span class={`badge is-${of}`}>{children ?? of}</span>;
}

export function Code({ status }: { status: number | null }) {
  return <Badge of={status === null ? 'failed' : `code-${Math.floor(status / 100)}`}>{status ?? 'none'}</Badge>;
}

export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} class="mono nowrap">
      {instant(at)}
    </time>
  );
}

/** Content that may be wider than the screen. It is focusable, so that it can be scrolled without a mouse. */
export function Scroll({ label, tall = false, children }: Children & { label: string; tall?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse scroll it with the keyboard
    <fieldset class={`scroll ${tall ? 'tall' : ''}`} tabIndex={0} aria-label={label}>
      {children}
    </fieldset>
  );
}

/** A table. On a narrow screen each row is a block; a cell that needs its heading there has it as `data-label`. */
export function Table({ label, heads, children }: Children & { label: string; heads: readonly string[] }) {
  return (
    <Scroll label={label}>
      <table class="stacks">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

type ButtonProps = Children & {
  /** Why it cannot be pressed now; false if it can. */
  blocked: string | false;
  onPress(): void;
  class?: string;
  label?: string;
};

/** A button that may be blocked. It is focusable even then, and explains why it does nothing. */
export function Button({ blocked, onPress, class: name = '', label, children }: ButtonProps) {
  const id = useId();
  const isBlocked = blocked !== false;
  return (
    <span class="button">
      <button
        type="button"
        class={name}
        aria-label={label}
        aria-disabled={isBlocked ? 'true' : undefined}
        aria-describedby={isBlocked ? id : undefined}
        title={isBlocked ? blocked : undefined}
        onClick={() => !isBlocked && onPress()}
      >
        {children}
      </button>
      {isBlocked && (
        <small id={id} class="why">
          {blocked}
        </small>
      )}
    </span>
  );
}

export function JobLink({ id }: { id: string }) {
  return (
    <a class="mono" href={to('jobs', id)}>
      {id}
    </a>
  );
}

export function Empty({ children }: Children) {
  return <p class="empty">{children}</p>;
}

export function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Text({ of, label, tall = false }: { of: string; label: string; tall?: boolean }) {
  return (
    <div class="text">
      <button type="button" class="small" onClick={() => copy(of)} aria-label={`copy ${label}`}>
        Copy
      </button>
      <Scroll label={label} tall={tall}>
        <pre>{of}</pre>
      </Scroll>
    </div>
  );
}

export function Json({ of, label }: { of: unknown; label: string }) {
  return <Text of={typeof of === 'string' ? spread(of) : JSON.stringify(of, null, 2)} label={label} tall />;
}

function spread(text: string): string {
  return JSON.stringify(jsonIn(text), null, 2) ?? text;
}

/** The same example in several languages. */
export function Samples({ of, label }: { of: Readonly<Record<string, string>>; label: string }) {
  const names = Object.keys(of);
  const [chosen, choose] = useState(names[0] ?? '');
  const shown = names.includes(chosen) ? chosen : (names[0] ?? '');
  return (
    <div>
      <fieldset class="tabs" aria-label={label}>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={name === shown} onClick={() => choose(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Text of={of[shown] ?? ''} label={`${label} as ${shown}`} />
    </div>
  );
}

type Pages<Mark> = {
  before: readonly Mark[];
  turn(before: readonly Mark[]): void;
  last: Mark | undefined;
  isFull: boolean;
};

/** Pages through a list. `before` has the last row of each earlier page, and `last` is the last row of this page. */
export function Paging<Mark>({ before, turn, last, isFull }: Pages<Mark>) {
  const older = last === undefined || !isFull ? null : [...before, last];
  return (
    <div class="row paging">
      <Button blocked={before.length === 0 && 'This is the first page.'} onPress={() => turn(before.slice(0, -1))}>
        Newer
      </Button>
      <Button blocked={older === null && 'This is the last page.'} onPress={() => older !== null && turn(older)}>
        Older
      </Button>
    </div>
  );
}
