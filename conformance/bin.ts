#!/usr/bin/env node
import nodeModule from 'node:module';
import { type CompileCache, keepCompiled } from '../shared/compile-cache.ts';

// Node keeps what is compiled from here on: everything else is loaded below.
keepCompiled(nodeModule as CompileCache);
const [{ EXIT }, { main }] = await Promise.all([import('../shared/command.ts'), import('./cli.ts')]);

// Anyone who reads the output may stop reading, as `head` does: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : EXIT.ownFault));

process.exitCode = await main(process.argv.slice(2));
