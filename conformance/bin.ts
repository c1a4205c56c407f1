#!/usr/bin/env node
import nodeModule from 'node:module';
import { type CompileCache, keepCompiled } from '../shared/compile-cache.ts';

// From here on, Node caches compiled code, so everything else is imported below.
keepCompiled(nodeModule as CompileCache);
const [{ EXIT }, { main }] = await Promise.all([import('../shared/command.ts'), import('./cli.ts')]);

// The reader of the output may close it early, as `head` does: this is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : EXIT.ownFault));

process.exitCode = await main(process.argv.slice(2));
