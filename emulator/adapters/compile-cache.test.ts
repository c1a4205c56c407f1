import { expect, test } from 'vitest';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { keepCompiled } from './compile-cache.ts';

test('what is compiled is kept while the process runs, and only where Node can keep it', () => {
  const wall = createFakeWallClock();
  const calls: string[] = [];
  const enableCompileCache = () => calls.push('enable');
  const flushCompileCache = () => void calls.push('flush');

  keepCompiled({}, wall);
  keepCompiled({ flushCompileCache }, wall);
  expect(wall.nextCall()).toBeNull();
  keepCompiled({ enableCompileCache }, wall);
  expect(wall.nextCall()).toBeNull();
  expect(calls).toEqual(['enable']);

  keepCompiled({ enableCompileCache, flushCompileCache }, wall);
  expect(calls).toEqual(['enable', 'enable']);
  wall.moveBy(60_000);
  expect(calls).toEqual(['enable', 'enable', 'flush']);
});
