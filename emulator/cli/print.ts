import { visible } from '../../shared/visible.ts';

/** The one way out of the command line: what clients have sent is in there. */
export function print(text: string): void {
  console.log(visible(text));
}

export function printError(text: string): void {
  console.error(visible(text));
}
