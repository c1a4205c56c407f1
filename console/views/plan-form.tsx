import { useState } from 'preact/hooks';
import { WORKING_STAGES } from '../../emulator/domain/job.ts';
import { JOB_ERROR_CODES, OPERATIONS } from '../../emulator/domain/vocabulary.ts';
import { change } from '../api/control.ts';
import { act } from '../parts/act.ts';
import { Card } from '../parts/basics.tsx';
import { Choice, EnvironmentChoice, TextField } from '../parts/fields.tsx';
import { SameThing } from './same-thing.tsx';

const START = { operation: '', environment: '', processing: '', hold: '', end: '', times: '1' };

type Form = typeof START;

export function PlanForm() {
  const [form, setForm] = useState<Form>(START);
  const put = (name: keyof Form) => (value: string) => setForm({ ...form, [name]: value });
  const body = planOf(form);
  const submit = (event: Event) => {
    event.preventDefault();
    return act('the plan is added', () => change('POST', '/plans', body));
  };
  return (
    <Card title="New plan">
      <form class="grid" onSubmit={submit}>
        <Choice label="Product" any="any" value={form.operation} of={OPERATIONS} onChoose={put('operation')} />
        <EnvironmentChoice value={form.environment} onChoose={put('environment')} />
        <TextField
          label="Processing lasts"
          hint="8s, 5m, 2h; empty: default"
          value={form.processing}
          onType={put('processing')}
        />
        <Choice label="Hold in" any="no stage" value={form.hold} of={WORKING_STAGES} onChoose={put('hold')} />
        <Choice label="Ends" any="decided by its input" value={form.end} of={JOB_ERROR_CODES} onChoose={put('end')} />
        <TextField label="Times" hint="empty: always" type="number" min="1" value={form.times} onType={put('times')} />
        <button type="submit" class="first">
          Add the plan
        </button>
      </form>
      <SameThing kind="plans" body={body} />
    </Card>
  );
}

function planOf({ operation, environment, processing, hold, end, times }: Form): object {
  const match = { ...(operation !== '' && { operation }), ...(environment !== '' && { environment }) };
  return {
    ...(Object.keys(match).length > 0 && { match }),
    ...(processing !== '' && { stages: { processing } }),
    ...(hold !== '' && { hold_at: hold }),
    ...(end !== '' && { outcome: { status: 'failed', code: end } }),
    ...(times !== '' && { times: Number(times) }),
  };
}
