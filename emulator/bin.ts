#!/usr/bin/env node
import nodeModule from 'node:module';
import { EXIT } from '../shared/command.ts';
import { type CompileCache, keepCompiled } from './adapters/compile-cache.ts';
import { wallClock } from './adapters/wall-clock.ts';
import { main } from './cli.ts';

// The reader of the output may stop reading, as `head` does: that is no error. A terminal may be closed, and what has
// outlived it goes on without it.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EIO') process.exit(code === 'EPIPE' ? 0 : EXIT.ownFault);
});

keepCompiled(nodeModule as CompileCache, wallClock);

process.exitCode = await main(process.argv.slice(2));
