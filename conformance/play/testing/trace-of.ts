import type { Effects } from '../../effects/effects.ts';
import type { OutgoingRequest } from '../../effects/http/exchange.ts';
import { StopInstance } from '../../effects/untestable.ts';
import type { Facts } from '../../plan/facts.ts';
import { featuresOn } from '../../plan/features.ts';
import { instancesOf } from '../../suite/scenario/compile-instance.ts';
import { shippedPictures } from '../../target/pictures/pictures.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { type SmallSuite, suiteOf } from '../../testing/suite-of.ts';
import { playInstance } from '../play-instance.ts';
import type { Trace } from '../trace.ts';

export type Answering = (request: OutgoingRequest) => {
  /** Why there is no answer. */
  silence?: 'timeout';
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
};

/** Plays the first instance of a scenario on a server that is a function, and returns the trace. */
export async function traceOf(text: string, answering: Answering, parts: SmallSuite = {}): Promise<Trace> {
  const { suite, context } = suiteOf(text, parts);
  const [scenario] = suite.scenarios;
  const [instance] = scenario === undefined ? [] : instancesOf(scenario, scenario.arms[0] ?? null, context);
  if (instance === undefined || context.problems.length > 0) throw new Error(JSON.stringify(context.problems));
  return playInstance(instance, { ...FACTS, everyAnswer: suite.everyAnswer }, effectsOn(answering), {
    isStopped: () => null,
    erase: false,
  });
}

const target = targetFromFlags({ base_url: 'http://127.0.0.1:1', keys: { primary: 'pk_test_x' } });
const FACTS: Omit<Facts, 'everyAnswer'> = {
  target,
  features: featuresOn({}),
  offered: [],
  keys: { primary: { secret: 'pk_test_x', environment: 'test' } },
  tenant: null,
  seed: 'test',
  nonce: 'nonce',
  medianJobTime: 50,
  pictures: shippedPictures(),
};

function effectsOn(answering: Answering): Effects {
  let sent = 0;
  const none = () => Promise.reject(new StopInstance('setup', 'there is nothing but a server'));
  return {
    position: () => sent,
    send: async (request) => {
      const { status = 200, headers: shown = {}, json = {}, silence = null } = answering(request);
      const answered = {
        status,
        headers: Object.entries(shown),
        body: { kind: 'text' as const, text: JSON.stringify(json) },
      };
      const { method, url, headers } = request;
      const asked = { method, url, headers, body: { kind: 'none' as const } };
      sent += 1;
      const answer = silence === null ? answered : null;
      return { exchange: { request: asked, answer, silence, detail: silence, at: sent, took: 0 }, index: sent - 1 };
    },
    wait: async () => 'done',
    now: async () => 0,
    drive: none,
    openHook: none,
    setReplies: none,
    watch: none,
  };
}
