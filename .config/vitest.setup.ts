import { bundleInto } from './bundle.mjs';

/** The command line is tested as it is shipped: bundled, and started by Node alone. */
export default async function setup(): Promise<void> {
  await bundleInto('.test-dist');
}
