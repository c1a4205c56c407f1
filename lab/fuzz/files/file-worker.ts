import { openFileFuzz } from './file-fuzz.ts';

/** Tries one file after another in a separate process, which the parent can kill if one takes too long. */
// Exit if the parent is killed.
process.on('disconnect', () => process.exit(1));
const fuzz = await openFileFuzz(Number(process.argv[2]));
process.on('message', async (trial: number | 'end') => {
  if (trial === 'end') {
    fuzz.close();
    process.exit(0);
  }
  const tried = await fuzz
    .attempt(trial)
    .catch((error: Error) => ({ kind: '?', outcome: 'failed', faults: [`the trial fails: ${error.stack}`] }));
  process.send?.(tried);
});
process.send?.('open');
