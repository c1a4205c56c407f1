import { render } from '../../suite/expression/template.ts';
import type { UseStep } from '../../suite/scenario/scenario.ts';
import { type Frame, setName } from '../frame.ts';
import { globalNames } from '../scope.ts';

export type PlaySteps = (steps: UseStep['setUp']['steps'], frame: Frame) => Promise<void>;

/** Plays a set-up of the library with its arguments. The result is known by the name in `as`. */
export async function playUse(step: UseStep, frame: Frame, playSteps: PlaySteps): Promise<void> {
  const given = await useAll(step, frame, playSteps);
  if (step.as !== null) setName(frame, step.as, given);
}

async function useAll(step: UseStep, frame: Frame, playSteps: PlaySteps): Promise<unknown> {
  const items = itemsOf(step, frame);
  if (items === null) return useOnce(step, frame, {}, playSteps);
  const all: unknown[] = [];
  for (const [index, item] of items.entries()) all.push(await useOnce(step, frame, { item, index }, playSteps));
  return all;
}

function itemsOf({ times, forEach }: UseStep, { scope }: Frame): unknown[] | null {
  if (forEach !== null) return [...(render(forEach, scope) as Iterable<unknown>)];
  return times === null ? null : Array.from({ length: Number(render(times, scope)) }, (_, index) => index);
}

async function useOnce(
  { setUp, takes }: UseStep,
  frame: Frame,
  more: Record<string, unknown>,
  playSteps: PlaySteps,
): Promise<unknown> {
  const { play, scope, isStopped } = frame;
  const outer = { ...scope, names: { ...scope.names, ...more } };
  const names: Record<string, unknown> = { ...globalNames(scope.names), ...more };
  for (const [name, standard] of setUp.takes) {
    const given = takes.get(name);
    names[name] = given === undefined ? standard && render(standard, outer) : render(given, outer);
  }
  const inner: Frame = {
    play,
    scope: { names, functions: scope.functions },
    prefix: `${frame.prefix}${setUp.name}/`,
    isSetUp: true,
    requests: new Map(),
    isStopped,
    class: null,
  };
  await playSteps(setUp.steps, inner);
  return setUp.gives === null ? null : render(setUp.gives, inner.scope);
}
