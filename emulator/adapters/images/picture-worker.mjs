// Starts the thread from the sources, which need a loader in each thread. The published bundle does not need this file.
import { register } from 'tsx/esm/api';

register();
await import('./picture-worker.ts');
