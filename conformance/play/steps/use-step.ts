import { render } from '../../suite/expression/template.ts';
import type { UseStep } from '../../suite/scenario/scenario.ts';
import type { Frame } from '../frame.ts';
import { runOptions } from '../globals.ts';

export type RunSteps = (steps: UseStep['setUp']['steps'], frame: Frame) => Promise<void>;

/** Runs a set-up of the library with what it takes; what it gives is known under the name of `as`. */
export async function runUse(step: UseStep, frame: Frame, runSteps: RunSteps): Promise<void> {
  const { scope } = frame;
  const items = itemsOf(step, frame);
  if (items === null) {
    const given = await useOnce(step, frame, {}, runSteps);
    if (step.as !== null) scope.names[step.as] = given;
    return;
  }
  const all: unknown[] = [];
  for (const [index, item] of items.entries()) all.push(await useOnce(step, frame, { item, index }, runSteps));
  if (step.as !== null) scope.names[step.as] = all;
}

function itemsOf({ times, forEach }: UseStep, { scope }: Frame): unknown[] | null {
  if (forEach !== null) return [...(render(forEach, scope) as Iterable<unknown>)];
  return times === null ? null : Array.from({ length: Number(render(times, scope)) }, (_, index) => index);
}

async function useOnce(
  { setUp, takes }: UseStep,
  frame: Frame,
  more: Record<string, unknown>,
  runSteps: RunSteps,
): Promise<unknown> {
  const outer = { ...frame.scope, names: { ...frame.scope.names, ...more } };
  const names: Record<string, unknown> = { ...runOptions(frame.scope.names), ...more };
  for (const [name, standard] of setUp.takes) {
    const given = takes.get(name);
    names[name] = given === undefined ? standard && render(standard, outer) : render(given, outer);
  }
  const inner: Frame = {
    run: frame.run,
    scope: { names, functions: frame.scope.functions },
    prefix: `${frame.prefix}${setUp.name}/`,
    isSetUp: true,
    requests: new Map(),
    klass: null,
  };
  await runSteps(setUp.steps, inner);
  return setUp.gives === null ? null : render(setUp.gives, inner.scope);
}
