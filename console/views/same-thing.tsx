import { asYaml } from '../parts/as-yaml.ts';
import { Samples } from '../parts/basics.tsx';

/** The same plan or fault as a call, in a configuration, as JSON and in code. */
export function SameThing({ kind, body }: { kind: 'plans' | 'faults'; body: object }) {
  const json = JSON.stringify(body, null, 2);
  return (
    <Samples
      label="The same"
      of={{
        YAML: `${kind}:${asYaml([body], '  ')}`,
        JSON: json,
        TypeScript: `emulator.${kind}.add(${json});`,
        curl: `curl -X POST ${location.origin}/_emulator/v1/${kind} \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
      }}
    />
  );
}
