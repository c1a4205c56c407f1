#!/usr/bin/env node
import nodeModule from 'node:module';
import { EXIT } from '../shared/command.ts';
import { main } from './cli.ts';

// Whoever reads the output may stop reading, as `head` does: that is no error. A terminal may be closed, and what has
// outlived it goes on without it.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EIO') process.exit(code === 'EPIPE' ? 0 : EXIT.ownFault);
});

// What was compiled is kept for the next start, where Node can do that (22 and later): it takes 30 ms of CPU less then.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
  nodeModule.enableCompileCache();

process.exitCode = await main(process.argv.slice(2));
