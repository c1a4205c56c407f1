import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

type SureProps = { children: ComponentChildren; asks: string; small?: boolean; onSure(): void };

/** A button for what cannot be undone: the second press confirms, and moving away cancels. */
export function Sure({ children, onSure, asks, small = false }: SureProps) {
  const [isAsked, ask] = useState(false);
  const press = () => {
    ask(!isAsked);
    if (isAsked) onSure();
  };
  return (
    <button type="button" class={small ? 'danger small' : 'danger'} onClick={press} onBlur={() => ask(false)}>
      {isAsked ? asks : children}
    </button>
  );
}
