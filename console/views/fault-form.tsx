import { useState } from 'preact/hooks';
import { ROUTES } from '../../emulator/domain/routes.ts';
import { FAULT_ERRORS } from '../../emulator/domain/test-control/fault.ts';
import { change } from '../api/control.ts';
import { act } from '../parts/act.ts';
import { Card } from '../parts/basics.tsx';
import { Choice, EnvironmentChoice, TextField } from '../parts/fields.tsx';
import { SameThing } from './same-thing.tsx';

const EFFECTS: Readonly<Record<string, string>> = {
  error: 'refused without effect',
  commit_then_error: 'processed, then answered with an error',
  commit_then_drop: 'processed, then the connection closes',
  reset: 'the connection is reset',
  delay: 'delayed',
  truncate: 'the body is cut off',
  dribble: 'the body arrives slowly',
};
const ROUTE_NAMES = Object.values(ROUTES).map(({ name }) => name);
const START = {
  route: '',
  environment: '',
  kind: 'error',
  error: 'service_unavailable',
  by: '2s',
  nth: '',
  times: '1',
};

type Form = typeof START;

export function FaultForm() {
  const [form, setForm] = useState<Form>(START);
  const put = (name: keyof Form) => (value: string) => setForm({ ...form, [name]: value });
  const body = faultOf(form);
  const submit = (event: Event) => {
    event.preventDefault();
    return act('the fault is added', () => change('POST', '/faults', body));
  };
  const isError = form.kind.endsWith('error');
  return (
    <Card title="New fault">
      <form class="grid" onSubmit={submit}>
        <Choice label="Route" any="any" value={form.route} of={ROUTE_NAMES} onChoose={put('route')} />
        <EnvironmentChoice value={form.environment} onChoose={put('environment')} />
        <Choice
          label="Effect"
          hint={EFFECTS[form.kind] ?? ''}
          value={form.kind}
          of={Object.keys(EFFECTS)}
          onChoose={put('kind')}
        />
        {isError && <Choice label="Error" value={form.error} of={FAULT_ERRORS} onChoose={put('error')} />}
        {form.kind === 'delay' && (
          <TextField label="Duration" hint="real time" required value={form.by} onType={put('by')} />
        )}
        <TextField
          label="Only the nth"
          hint="empty: every one"
          type="number"
          min="1"
          value={form.nth}
          onType={put('nth')}
        />
        <TextField label="Times" hint="empty: always" type="number" min="1" value={form.times} onType={put('times')} />
        <button type="submit" class="first">
          Add the fault
        </button>
      </form>
      <SameThing kind="faults" body={body} />
    </Card>
  );
}

function faultOf({ route, environment, kind, error, by, nth, times }: Form): object {
  const match = { ...(route !== '' && { route }), ...(environment !== '' && { environment }) };
  return {
    ...(Object.keys(match).length > 0 && { match }),
    ...(nth !== '' ? { nth: Number(nth) } : times !== '' && { times: Number(times) }),
    effect: { kind, ...(kind.endsWith('error') && { error }), ...(kind === 'delay' && { by }) },
  };
}
