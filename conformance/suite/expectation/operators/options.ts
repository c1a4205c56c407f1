import { type Path, parsePath } from '../../../../shared/expression/paths.ts';
import { didYouMean } from '../../../../shared/nearest.ts';
import { type Node, plain } from '../../yaml/node.ts';
import type { Context } from './operator.ts';

/** The members of an argument that is a map of known names; whatever else stands there is a problem. */
export function readOptions<Name extends string>(
  node: Node,
  names: { required: readonly Name[]; optional?: readonly Name[] },
  { problems }: Context,
): { [Key in Name]?: Node } | null {
  const known = [...names.required, ...(names.optional ?? [])];
  if (node.kind !== 'map') {
    problems.push({ place: node.place, message: `this must be a map with ${known.join(', ')}` });
    return null;
  }
  const options: { [Key in Name]?: Node } = {};
  for (const { key, keyPlace, value } of node.entries) {
    const name = known.find((each) => each === key);
    if (name === undefined)
      problems.push({ place: keyPlace, message: `${key} is not known here${didYouMean(key, known)}` });
    else options[name] = value;
  }
  const missing = names.required.filter((name) => options[name] === undefined);
  if (missing.length > 0) problems.push({ place: node.place, message: `${missing.join(', ')} must be given here` });
  return missing.length > 0 ? null : options;
}

/** The path that an argument names. */
export function pathAt(node: Node, { problems }: Context): Path {
  const path = parsePath(String(plain(node)));
  if (path === null)
    problems.push({ place: node.place, message: `${plain(node)} is no path, such as body.data[0].id` });
  return path ?? [];
}
