import { existsSync } from 'node:fs';
import { atMostWords, type CliCommand, EXIT, textFlag, UsageError } from '../../../shared/command.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { createAllowance } from '../../effects/allowance.ts';
import { createHttpClient } from '../../effects/http/http-client.ts';
import { patient } from '../../target/ask.ts';
import { initTarget } from '../../target/init.ts';
import { probe } from '../../target/probe.ts';
import { createNamed } from '../files.ts';
import { newSuite } from '../new-suite.ts';
import { print, printError, say } from '../print.ts';
import { TARGET_FLAGS, targetOf } from '../run-target.ts';

const DEFAULT_FILE = 'target.yaml';
const SCHEMA = './node_modules/tryon-kit/scenarios/schema/target.schema.json';

export const initCommand: CliCommand = {
  forms: {
    'URL [FILE] [--key K]': `inspect a server, and write a target (default ${DEFAULT_FILE})`,
    '--suite DIR': 'create a suite that extends the built-in one',
  },
  flags: {
    key: TARGET_FLAGS.key,
    wall: { ...TARGET_FLAGS.wall, about: 'time limit; none for no limit' },
    suite: { about: 'folder of the new suite', value: 'DIR' },
    json: { about: 'print the results as JSON', group: 'Output' },
  },
  notes: `init sends only harmless requests: reads, and changes of jobs that do not exist. Without a key it can find out little. The key is
not written to the file. An existing file is never overwritten.

A new suite contains a rule, a scenario that checks it, the behavior of the emulator once the rule holds, and a deviation that
breaks it. You can lint, run and prove it at once.`,
  examples: {
    'A target file': 'tryon-conformance init http://127.0.0.1:8080 target.yaml --key pk_test_demo',
    'A suite': 'tryon-conformance init --suite my-suite',
  },
  run: async (flags, [url, file = DEFAULT_FILE, ...words]) => {
    const suite = textFlag(flags, 'suite');
    if (suite !== undefined) return initSuite(suite, url);
    if (url === undefined) throw new UsageError('init needs a URL: tryon-conformance init http://127.0.0.1:8080');
    atMostWords(words, 0);
    const target = targetOf(flags, { base_url: url });
    const { base_url, connection, budget } = target;
    const allowance = createAllowance(budget, new AbortController().signal);
    const client = createHttpClient({ base_url, connection, within: allowance.within });
    const result = await probe(target, patient(client.send, allowance.wait)).finally(() => client.close());
    if (allowance.isOver())
      printError('tryon-conformance: warning: the time was over before everything was asked: raise --wall');
    // The detail becomes a one-line comment.
    const probed = { ...result, detail: result.detail && visibleLine(result.detail) };
    const text = initTarget(base_url, target.keys.primary?.secret ?? null, probed);
    createNamed(file, `# yaml-language-server: $schema=${SCHEMA}\n${text}`);
    say(flags, { file, ...probed }, () => {
      const trouble = probed.reachable
        ? ''
        : `the server does not answer (${probed.detail}), so the file is mostly empty\n`;
      // The file names the variable, and does not contain the key.
      const variable = target.keys.primary === undefined ? '' : 'TRYON_KEY_PRIMARY=… ';
      const twin = `${variable}tryon-conformance calibrate --target ${file} --out emulator.yaml`;
      const search = `${variable}tryon-conformance explore --target ${file} --twin emulator.yaml`;
      return `${trouble}wrote ${file}; run: ${variable}tryon-conformance run --target ${file}\nfor an emulator that behaves like it: ${twin}\nto search for differences: ${search}`;
    });
    return EXIT.fine;
  },
};

/** Never overwrites a file: if one of them exists, none is written. */
function initSuite(folder: string, word: string | undefined): number {
  if (word !== undefined) throw new UsageError(`"${word}" is one word too many: init --suite DIR asks no server`);
  const files = newSuite(folder);
  for (const { file } of files)
    if (existsSync(file)) throw new UsageError(`${file}: it is there already, and is left alone; name another folder`);
  for (const { file, text } of files) createNamed(file, text);
  print(`wrote ${files.map(({ file }) => file).join(', ')}; run: tryon-conformance prove --suite ${folder}`);
  return EXIT.fine;
}
