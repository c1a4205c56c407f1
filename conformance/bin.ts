#!/usr/bin/env node
import { EXIT } from '../shared/command.ts';
import { main } from './cli.ts';

// Anyone who reads the output may stop reading, as `head` does: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : EXIT.ownFault));

process.exitCode = await main(process.argv.slice(2));
