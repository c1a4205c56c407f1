import type { Operation } from '../operation.ts';
import { ifAll, stepId, type WrittenStep } from './places-in-steps.ts';

/** Each part is prepared by itself and sent with the others; its answer has its own number. */
export function togetherSteps(
  { id }: WrittenStep,
  written: readonly { part: Operation; steps: readonly WrittenStep[] }[],
): WrittenStep[] {
  const before = written.flatMap(({ steps }) => steps.slice(0, -1));
  const calls = written.map(({ part, steps }) => ({ part, step: steps.at(-1) ?? {} }));
  const bodies = calls.flatMap(({ part, step }) =>
    step['json'] === undefined ? [] : [{ let: { [`json${part.nth}`]: step['json'] } }],
  );
  const conditions = [...new Set(calls.flatMap(({ step }) => (step['if'] === undefined ? [] : [String(step['if'])])))];
  const items = calls.map(({ part, step: { call, key = 'primary', headers = {}, json } }) => ({
    ...{ call, key },
    headers: { ...(headers as object), ...(json !== undefined && JSON_TYPE) },
    body: json === undefined ? null : `\${json(json${part.nth})}`,
  }));
  const each = { call: '${item.call}', key: '${item.key}', headers: '${item.headers}', body: '${item.body}' };
  return [
    ...before,
    ...bodies,
    { id, ...ifAll(conditions), parallel: items, ...each },
    ...written.map(({ part: { nth } }, index) => ({
      ...{ id: stepId(nth), if: `defined(${id}[${index}].status)` },
      value: `\${${id}[${index}]}`,
    })),
  ];
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
