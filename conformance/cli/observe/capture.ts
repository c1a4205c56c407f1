import { runProgram } from '../../../shared/run-program.ts';
import type { ReceivedHook } from '../../effects/http/exchange.ts';
import { openRelay, type Relay } from '../../observe/proxy/relay.ts';
import { harOf } from '../../observe/read/write-har.ts';
import {
  inOrder,
  type LeftOut,
  type Passing,
  passingOf,
  type RawExchange,
  type Traffic,
} from '../../observe/traffic.ts';
import { toolVersion } from '../../version.ts';
import { writeNamed } from '../files.ts';
import { printError } from '../print.ts';

/** What to pass on, and until when. */
export type Capturing = {
  server: URL;
  port: number;
  webhooks: { receiver: URL; port: number } | null;
  /** Capturing ends with this command if there is one, and otherwise at the signal. */
  command: readonly string[];
  signal: AbortSignal;
  har: { file: string; keepsPictures: boolean } | null;
};

export type Captured = { traffic: Traffic; exitCode: number };

/** The number of exchanges to keep. Later ones are only passed on. */
const MOST_EXCHANGES = 20_000;

/** Passes on the traffic of other clients until the command or the signal ends it. */
export async function capture(capturing: Capturing): Promise<Captured> {
  const { server, webhooks, har } = capturing;
  const kept = createKeeper(har !== null);
  const hooks: ReceivedHook[] = [];
  const relay = await openRelay({ server, port: capturing.port, onExchange: kept.take, onTrouble: troubleOf(server) });
  const receiving =
    webhooks === null
      ? null
      : await openRelay({
          ...{ server: webhooks.receiver, port: webhooks.port },
          onExchange: (raw) => void (hooks.length < MOST_EXCHANGES && hooks.push(hookOf(raw))),
          onTrouble: troubleOf(webhooks.receiver),
        });
  printError(
    `passing on ${relay.url} to ${server.origin}${receiving === null ? '' : `, and ${receiving.url} to ${webhooks?.receiver.origin}`}`,
  );
  const exitCode = await untilTheEnd(capturing, relay, receiving);
  await receiving?.close();
  await relay.close();
  const { passings, raw, left } = await kept.all();
  const traffic: Traffic = {
    source: har?.file ?? relay.url,
    server: server.href.replace(/\/$/, ''),
    passings,
    left,
    hooks,
  };
  if (relay.skipped() > 0) printError(`connections that were passed on without being read: ${relay.skipped()}`);
  if (har !== null) {
    const writing = { server: traffic.server, keepsPictures: har.keepsPictures, version: toolVersion() };
    writeNamed(har.file, harOf(raw, writing), '--har');
  }
  return { traffic, exitCode };
}

/** Warns once if an address does not answer. */
function troubleOf(server: URL): (problem: string) => void {
  let hasWarned = false;
  return (problem) => {
    if (!hasWarned) printError(`tryon-conformance: warning: ${server.origin}: ${problem}`);
    hasWarned = true;
  };
}

async function untilTheEnd({ command, signal }: Capturing, relay: Relay, receiving: Relay | null): Promise<number> {
  const [program, ...args] = command;
  if (program !== undefined) {
    const env = {
      ...process.env,
      TRYON_URL: relay.url,
      ...(receiving !== null && { TRYON_WEBHOOK_URL: receiving.url }),
    };
    return runProgram(program, args, env);
  }
  printError('press Ctrl-C to end, and to print the report');
  if (!signal.aborted)
    await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
  return 0;
}

/**
 * Examines exchanges one after the other in the background, so that passing them on is not delayed. Their bodies are
 * dropped afterwards.
 */
function createKeeper(keepsRaw: boolean) {
  const passings: Passing[] = [];
  const raws: RawExchange[] = [];
  const left: LeftOut[] = [];
  let work = Promise.resolve();
  let count = 0;
  return {
    take: (raw: RawExchange) => {
      count += 1;
      if (count > MOST_EXCHANGES) {
        left.push({ number: raw.number, why: `only the first ${MOST_EXCHANGES} exchanges are kept` });
        return;
      }
      if (keepsRaw) raws.push(raw);
      work = work.then(async () => void passings.push(await passingOf(raw)));
    },
    all: async () => {
      await work;
      // Numbers them as they would be numbered in a file.
      const numbered = inOrder(passings).map((passing, index) => ({ ...passing, number: index + 1 }));
      return { passings: numbered, raw: raws, left };
    },
  };
}

function hookOf({ method, url, headers, body, answer, at }: RawExchange): ReceivedHook {
  const bytes = Buffer.from(body ?? []);
  const text = bytes.toString();
  const raw = Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') };
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  const reply = answer === null ? 'no answer' : String(answer.status);
  return { hook: 'deliveries', method, path: url, headers: pairs, raw, at, target_at: at, reply };
}
