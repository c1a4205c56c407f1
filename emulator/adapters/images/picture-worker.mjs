// The thread from its sources, which need a loader in each thread. What is shipped is bundled, and starts without this.
import { register } from 'tsx/esm/api';

register();
await import('./picture-worker.ts');
