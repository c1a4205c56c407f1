import { visiblePainted, wantsColors } from '../../shared/colors.ts';
import { visible } from '../../shared/visible.ts';

/** The one way out of the command line: what clients have sent is in there. */
export function print(text: string): void {
  console.log(visible(text));
}

export function printError(text: string): void {
  console.error(visible(text));
}

/** Prints a text with this program's own color codes. */
export function printPainted(text: string): void {
  console.log(visiblePainted(text));
}

export function printPaintedError(text: string): void {
  console.error(visiblePainted(text));
}

/** Whether what is printed may have colors. */
export function hasColors(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return wantsColors({ NO_COLOR, FORCE_COLOR }, process.stdout.isTTY === true);
}

type OwnHandle = { _handle?: { setBlocking?(isBlocking: boolean): void } };

/**
 * Standard output for lines that no one waits for. A terminal that stands still, after Ctrl-S or behind a slow connection,
 * would have Node wait within each write, and block everything that it serves; this turns that off.
 */
export function openOutput(): { write(text: string): Promise<boolean> } {
  const { stdout } = process;
  if (stdout.isTTY) (stdout as typeof stdout & OwnHandle)._handle?.setBlocking?.(false);
  return {
    write: (text) =>
      new Promise((resolve) => {
        process.stdout.write(visiblePainted(text), (error) => resolve(error === undefined || error === null));
      }),
  };
}

/** Resolves when the user, or the supervisor of the process, wants it to end. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
