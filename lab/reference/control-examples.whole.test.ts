import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CONTROL_ROUTES } from '../../emulator/control/routes.ts';
import { createEmulator } from '../../emulator/index.ts';
import { calledInCode } from './called-in-code.ts';
import { playedStory, shortened } from './control-parts.ts';
import { STORY } from './control-story.ts';
import { madePage } from './pages.ts';
import { playStory } from './play-story.ts';

const run = promisify(execFile);
const page = await madePage('control-calls.md');

type Shown = { command: string; status: number; answer: unknown };

/** The curl command and the shown answer of each section of the page. */
const SHOWN = new Map<string, Shown>(
  page.split(/^### /m).flatMap((section): [string, Shown][] => {
    const [, command, status] = /```sh\n(curl .*)\n# (\d+)\n```/.exec(section) ?? [];
    if (command === undefined) return [];
    const json = /```json\n([\s\S]*?)\n```/.exec(section)?.[1];
    const answer = json === undefined ? null : JSON.parse(json);
    return [[section.split('\n')[0] ?? '', { command, status: Number(status), answer }]];
  }),
);

describe('The page about the control API', () => {
  it('shows a curl command for each route, which the emulator answers as shown', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const key = { 'X-API-Key': emulator.keys.test ?? '' };
    const played = await playStory(
      async ({ route }, values) => {
        const command = SHOWN.get(route)?.command ?? `echo the page has no ${route}`;
        const env = { ...process.env, ...values, CONTROL: `${emulator.url}/_emulator/v1` };
        const withStatus = command.replace('curl -s', "curl -s -w '\\n%{http_code}'");
        const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', withStatus], { env });
        const at = stdout.lastIndexOf('\n');
        return { status: Number(stdout.slice(at)), text: stdout.slice(0, at) };
      },
      (path, init) => fetch(emulator.url + path, { ...init, headers: { ...init.headers, ...key } }),
    );
    const answers = played.map(({ example: { route }, status, answer }) => ({
      route,
      status,
      answer: shortened(answer),
    }));
    const shown = played.map(({ example: { route } }) => ({
      route,
      status: SHOWN.get(route)?.status,
      answer: SHOWN.get(route)?.answer,
    }));
    expect(answers).toEqual(shown);
  });

  it('describes the shape of each answer correctly', async () => {
    const story = await playedStory();
    for (const route of CONTROL_ROUTES) {
      const { answer } = story.get(`${route.method} ${route.path}`) ?? {};
      expect(route.answer?.().safeParse(answer).error?.issues ?? []).toEqual([]);
    }
  });

  it('has exactly one example of each route', () => {
    const routes = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
    const played = STORY.flatMap((part) => ('route' in part ? [part.route] : []));
    expect(played.toSorted()).toEqual(routes.toSorted());
  });

  it('finds the call in code by letting the route make it', async () => {
    const step = CONTROL_ROUTES.find(({ path }) => path === '/jobs/:id/step');
    const given = { ids: ['job_1'], query: {}, body: {} };
    expect(step && (await calledInCode(step, given))).toEqual({ name: 'jobs.step', args: ['job_1'] });
    const capabilities = CONTROL_ROUTES.find(({ path }) => path === '/capabilities');
    expect(capabilities && (await calledInCode(capabilities, given))).toBeNull();
  });
});
