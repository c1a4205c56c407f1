import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server in .config/vitest.setup.ts that bundles the package on request. */
    bundlerUrl: string;
  }
}

const answer = await fetch(inject('bundlerUrl'));
if (!answer.ok) throw new Error(`The package cannot be bundled: ${await answer.text()}`);

/** The package as shipped, bundled for this test run: importing this file waits for it. */
export const SHIPPED = new URL('../../.test-dist/', import.meta.url);
