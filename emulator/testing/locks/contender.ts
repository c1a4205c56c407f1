import { takeLock } from '../../adapters/files/lock-file.ts';

/** A process that tries to lock a folder whenever its parent names one, and keeps the lock until the next message. */
let release: (() => Promise<void>) | null = null;

process.on('message', async ({ folder, at }: { folder: string | null; at: number }) => {
  await release?.();
  release = null;
  if (folder === null) {
    process.send?.('free');
    return;
  }
  // All contenders start at the same instant.
  while (Date.now() < at);
  try {
    release = await takeLock(folder);
    process.send?.('held');
  } catch (error) {
    process.send?.(`refused: ${(error as Error).message}`);
  }
});
process.send?.('ready');
