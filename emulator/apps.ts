import { Hono } from 'hono';
import { readConsoleFile } from './adapters/console-folder.ts';
import type { PictureFolder } from './adapters/picture-file.ts';
import { version } from './adapters/version.ts';
import type { Config } from './config.ts';
import { controlApp } from './control/app.ts';
import { serveConsole } from './control/console-files.ts';
import type { Safety } from './control/safety.ts';
import type { NamedWorldInput } from './control/schemas/world-input.ts';
import { createWorld, hostMeantBy, listWorlds, removeWorld, type Worlds, worldMeantBy } from './worlds.ts';

type AppParts = Safety & {
  below: string;
  worlds: Worlds;
  config: Config;
  files: PictureFolder;
  onUnexpected(error: unknown): void;
};

/** What Hono answers beside the service. A start needs none of it: it is loaded with the first request for it. */
export function createApps({ below, worlds, config, files, ...parts }: AppParts): Hono {
  const control = controlApp({
    ...parts,
    version: version(),
    worlds: {
      create: (input) => createWorld(worlds, input as NamedWorldInput, files),
      list: () => listWorlds(worlds),
      remove: (name) => removeWorld(worlds, name),
    },
    hostFor: (key, name) => hostMeantBy(worlds, key, name),
    worldFor: (key, name) => worldMeantBy(worlds, key, name),
    profile: () => ({ version: version(), readings: config.readings, stages: config.stages }),
    serviceDocument: () => describeService(config),
  });
  const app = new Hono();
  app.get('/', (context) => context.redirect(`${below}/`));
  serveConsole(app, below, readConsoleFile);
  return app.route(below, control);
}

/** The address is the one at which it is read. */
async function describeService({ readings }: Config): Promise<object> {
  const { serviceOpenApi } = await import('./http/openapi/document.ts');
  return serviceOpenApi({ readings, server: '/' });
}
