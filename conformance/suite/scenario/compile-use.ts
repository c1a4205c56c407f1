import { didYouMean } from '../../../shared/nearest.ts';
import type { Template } from '../expression/template.ts';
import { DRIVES } from '../vocabulary.ts';
import { childOf, type MapNode, type Node } from '../yaml/node.ts';
import { stepFields } from './fields.ts';
import { knownWith } from './known.ts';
import { optionalTemplate, type Parts, type StepContext, templateOf } from './step-context.ts';

export function compileUse({ node, fields, context }: Parts<'use'>) {
  const { use: name = '', as = null } = fields;
  const setUp = context.library(name, childOf(node, 'use') ?? node);
  if (setUp === null) return null;
  const times = optionalTemplate(fields.times, context);
  const forEach = optionalTemplate(fields.for_each, context);
  const more: Record<string, true> = forEach === null && times === null ? {} : { item: true, index: true };
  const takes = new Map<string, Template>();
  for (const { key, keyPlace, value } of argumentsOf(node, 'use')) {
    const known = [...setUp.takes.keys()];
    if (!setUp.takes.has(key))
      context.problems.push({ place: keyPlace, message: `${name} takes no ${key}${didYouMean(key, known)}` });
    takes.set(key, templateOf(asReference(value, context), context, knownWith(context.here, more)));
  }
  for (const [key, standard] of setUp.takes) {
    if (standard === null && !takes.has(key))
      context.problems.push({ place: node.place, message: `${name} needs ${key}` });
  }
  if (as !== null) context.here.names[as] = true;
  return { kind: 'use' as const, setUp, as, takes, times, forEach };
}

/** `job: first`: the bare name of an earlier answer stands for that answer. */
function asReference(node: Node, { here }: StepContext): Node {
  const isName = node.kind === 'scalar' && typeof node.value === 'string' && Object.hasOwn(here.names, node.value);
  return isName ? { ...node, value: `\${${node.value}}` } : node;
}

export function compileDrive({ node, fields, context }: Parts<'drive'>) {
  const { drive: call = '', as = null } = fields;
  const drive = DRIVES[call];
  if (drive === undefined) {
    const place = childOf(node, 'drive')?.place ?? node.place;
    context.problems.push({ place, message: `there is no drive ${call}${didYouMean(call, Object.keys(DRIVES))}` });
    return null;
  }
  const takes = argumentsOf(node, 'drive').map(({ key, keyPlace, value }): [string, Template] => {
    if (!drive.takes.includes(key))
      context.problems.push({ place: keyPlace, message: `${call} takes no ${key}${didYouMean(key, drive.takes)}` });
    return [key, templateOf(value, context)];
  });
  if (as !== null) context.here.names[as] = true;
  return { kind: 'drive' as const, call, as, takes: new Map(takes) };
}

type FreeKind = 'use' | 'drive';

/** What a set-up or a driver takes stands beside the fields of the step. */
export function withoutArguments(node: MapNode, kind: FreeKind): MapNode {
  const fields = stepFields(kind);
  return { ...node, entries: node.entries.filter(({ key }) => Object.hasOwn(fields, key)) };
}

function argumentsOf(node: MapNode, kind: FreeKind): MapNode['entries'] {
  const fields = stepFields(kind);
  return node.entries.filter(({ key }) => !Object.hasOwn(fields, key));
}
