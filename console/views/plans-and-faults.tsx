import type { ComponentChildren } from 'preact';
import type { FaultReport } from '../../emulator/control/schemas/fault.ts';
import type { PlanReport } from '../../emulator/control/schemas/plan.ts';
import { change, get } from '../api/control.ts';
import { act } from '../parts/act.ts';
import { Badge, Button, Card, Empty, Json, Page, Problem } from '../parts/basics.tsx';
import { useLive } from '../parts/use-live.ts';
import { FaultForm } from './fault-form.tsx';
import { PlanForm } from './plan-form.tsx';

export function PlansAndFaults() {
  return (
    <Page
      title="Plans and faults"
      about="A plan decides the outcome of the next jobs. A fault makes the next requests fail. The first match applies."
    >
      <div class="columns">
        <div class="stack">
          <PlanForm />
          <Plans />
        </div>
        <div class="stack">
          <FaultForm />
          <Faults />
        </div>
      </div>
    </Page>
  );
}

function Plans() {
  const { value, problem } = useLive(() => get<PlanReport[]>('/plans'), []);
  return (
    <Listed title="Plans" path="/plans" problem={problem} isEmpty={value?.length === 0}>
      {value?.map(({ id, matched, used, overruled, spent, plan }) => (
        <Row
          key={id}
          path={`/plans/${encodeURIComponent(id)}`}
          name={id}
          usage={`matched ${matched}, used ${used}${overruled.length === 0 ? '' : `, overruled ${overruled.length}`}`}
          spent={spent}
          of={plan}
        />
      ))}
    </Listed>
  );
}

function Faults() {
  const { value, problem } = useLive(() => get<FaultReport[]>('/faults'), []);
  return (
    <Listed title="Faults" path="/faults" problem={problem} isEmpty={value?.length === 0}>
      {value?.map(({ id, effect, matched, hits, spent, fault }) => (
        <Row
          key={id}
          path={`/faults/${encodeURIComponent(id)}`}
          name={effect.kind}
          usage={`matched ${matched}, played ${hits}`}
          spent={spent}
          of={{ effect, ...(fault as object) }}
        />
      ))}
    </Listed>
  );
}

type List = { title: string; path: string; problem: string | null; isEmpty: boolean; children: ComponentChildren };

function Listed({ title, path, problem, isEmpty, children }: List) {
  const clear = (
    <Button blocked={isEmpty && 'None.'} onPress={() => act('all removed', () => change('DELETE', path))}>
      Remove all
    </Button>
  );
  return (
    <Card title={`Active ${title}`} actions={clear}>
      <Problem text={problem} />
      {isEmpty && <Empty>None.</Empty>}
      <ul class="list">{children}</ul>
    </Card>
  );
}

type Item = { path: string; name: string; usage: string; spent: boolean; of: unknown };

function Row({ path, name, usage, spent, of }: Item) {
  return (
    <li>
      <div class="row spread one">
        <span>
          <strong class="mono">{name}</strong> <span class="soft">{usage}</span>{' '}
          {spent && <Badge of="cancelled">used up</Badge>}
        </span>
        <button type="button" class="danger" onClick={() => act('removed', () => change('DELETE', path))}>
          Remove
        </button>
      </div>
      <details>
        <summary>Contents</summary>
        <Json of={of} label={name} />
      </details>
    </li>
  );
}
