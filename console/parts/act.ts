import { effect, signal } from '@preact/signals';
import { changes } from '../api/live.ts';
import { place } from '../route.ts';

/** The notice at the bottom of the page: what was done, or why it failed. */
export const notice = signal<{ text: string; isProblem: boolean } | null>(null);

let serial = 0;

/** A notice disappears when the page changes. */
let page = '';
effect(() => {
  const { view, id } = place.value;
  const next = `${view}/${id ?? ''}`;
  if (next !== page) notice.value = null;
  page = next;
});

export function say(text: string, isProblem = false): void {
  const mine = ++serial;
  notice.value = { text, isProblem };
  setTimeout(
    () => {
      if (mine === serial) notice.value = null;
    },
    isProblem ? 12_000 : 4_000,
  );
}

/** Performs an action, shows a notice, and lets views reload. A failure is shown with the emulator's message. */
export async function act<Result>(done: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    const result = await work();
    say(done);
    changes.value += 1;
    return result;
  } catch (error) {
    say((error as Error).message, true);
    return null;
  }
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('copied');
  } catch {
    say('the browser blocks copying: select the text and copy it', true);
  }
}

/** Lets the browser save a file that was created here. */
export function save(name: string, content: BlobPart, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
