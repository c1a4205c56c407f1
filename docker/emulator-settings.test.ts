import { describe, expect, it } from 'vitest';
import { version } from '../emulator/adapters/version.ts';
import { scratchFolder } from '../emulator/testing/scratch-folder.ts';
import { configText, defaultImage, type EmulatorSettings, startFlags } from './emulator-settings.ts';

const { path, write } = scratchFolder();
const PLAIN: EmulatorSettings = { deviations: [], flags: [] };

describe('the image', () => {
  it('has the version of the package, unless the environment names another one', () => {
    expect(defaultImage({})).toBe(`tryon-kit/emulator:${version()}`);
    expect(defaultImage({ TRYON_EMULATOR_IMAGE: '' })).toBe(`tryon-kit/emulator:${version()}`);
    expect(defaultImage({ TRYON_EMULATOR_IMAGE: 'registry.test/emulator:2' })).toBe('registry.test/emulator:2');
  });
});

describe('the command line in the container', () => {
  it('contains what was chosen, with further flags at the end', () => {
    const settings: EmulatorSettings = { seed: 'a', clock: 'frozen', deviations: ['x', 'y'], flags: ['--no-control'] };
    const chosen = ['--clock', 'frozen', '--seed', 'a', '--deviate', 'x,y', '--no-control'];
    expect(startFlags(settings, null)).toEqual(chosen);
    expect(startFlags(settings, 'clock: running')).toEqual(chosen);
  });

  it.each([
    [null, 'auto'],
    ['seed: a', 'auto'],
    ['', 'auto'],
    ['clock: running', null],
    ['{"clock": {"mode": "frozen"}}', null],
    ['seed: {a', null],
  ])('with the configuration %j has the clock %s', (config, mode) => {
    expect(startFlags(PLAIN, config)).toEqual(mode === null ? [] : ['--clock', mode]);
  });
});

describe('the configuration in the container', () => {
  it('is the given object, or the unchanged file', async () => {
    expect(await configText(PLAIN)).toBeNull();
    expect(JSON.parse((await configText({ ...PLAIN, config: { seed: 'a' } })) ?? '')).toEqual({ seed: 'a' });
    const text = '# mine\nseed: a\n';
    expect(await configText({ ...PLAIN, config: write('emulator.yaml', text) })).toBe(text);
  });

  it('reports a file that does not exist or cannot be read', async () => {
    const nowhere = configText({ ...PLAIN, config: path('nowhere.yaml') });
    await expect(nowhere).rejects.toThrow(`withConfig: ${path('nowhere.yaml')}: there is no such file`);
    await expect(configText({ ...PLAIN, config: path('.') })).rejects.toThrow(/^withConfig: .*EISDIR/);
  });
});
