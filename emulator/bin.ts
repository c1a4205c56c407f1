#!/usr/bin/env node
import nodeModule from 'node:module';
import { type CompileCache, keepCompiled } from '../shared/compile-cache.ts';

// Node caches what it compiles from here on, so everything else is loaded below.
keepCompiled(nodeModule as CompileCache);
const [{ EXIT }, { main }] = await Promise.all([import('../shared/command.ts'), import('./cli.ts')]);

// It is not an error if the reader of the output stops reading, as `head` does, or if the terminal is closed: the
// process continues without it.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EIO') process.exit(code === 'EPIPE' ? 0 : EXIT.ownFault);
});

process.exitCode = await main(process.argv.slice(2));
