import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where .config/vitest.setup.ts bundles the package when it is asked for it. */
    bundlerUrl: string;
  }
}

const answer = await fetch(inject('bundlerUrl'));
if (!answer.ok) throw new Error(`The package cannot be bundled: ${await answer.text()}`);

/** The package as it is shipped, bundled for this run of the tests: importing this file waits for it. */
export const SHIPPED = new URL('../../.test-dist/', import.meta.url);
