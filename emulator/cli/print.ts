import { visiblePainted, wantsColors } from '../../shared/colors.ts';
import { visible } from '../../shared/visible.ts';

/** All output of the command line is printed here, because it may contain text from clients. */
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

export function hasColors(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return wantsColors({ NO_COLOR, FORCE_COLOR }, process.stdout.isTTY === true);
}

type OwnHandle = { _handle?: { setBlocking?(isBlocking: boolean): void } };

/** Standard output without waiting: Node would block the whole process while a terminal is stopped (Ctrl-S). */
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

/** Resolves when the user or the supervisor asks the process to end. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
