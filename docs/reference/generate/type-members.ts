export type Member = { name: string; type: string; says: string };

/** The members of an exported type in its source: name, type, and the comment above. */
export function membersOf(source: string, typeName: string): Member[] {
  const block = new RegExp(`^export type ${typeName} = [^{\\n]*\\{\\n([\\s\\S]*?)^\\};$`, 'm').exec(source)?.[1];
  if (block === undefined) throw new Error(`there is no type ${typeName} in the source`);
  const members = block.matchAll(/(?: {2}\/\*\* (.*?) \*\/\n)? {2}(\w+)\??: (.*);\n/g);
  return [...members].map(([, says, name = '', type = '']) => {
    if (says === undefined) throw new Error(`${typeName}.${name} has no comment that says what it is`);
    return { name, type, says };
  });
}
