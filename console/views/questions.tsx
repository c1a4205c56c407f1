import { useState } from 'preact/hooks';
import { counted } from '../../shared/counted.ts';
import { jsonIn } from '../../shared/json-in.ts';
import { change, get } from '../api/control.ts';
import type { Reading } from '../api/types.ts';
import { act } from '../parts/act.ts';
import { Badge, Card, Empty, Page, Problem } from '../parts/basics.tsx';
import { Check, Draft, Field } from '../parts/fields.tsx';
import { useLive } from '../parts/use-live.ts';

/** The questions that the specification leaves open, and this emulator's choices. */
export function Questions() {
  const { value, problem } = useLive(() => get<Reading[]>('/readings'), []);
  const [text, setText] = useState('');
  const [isChanged, setChanged] = useState(false);
  const wanted = text.toLowerCase();
  const all = value ?? [];
  const rows = all.filter(
    (one) => `${one.name} ${one.ask} ${one.section}`.toLowerCase().includes(wanted) && (!isChanged || !isUsual(one)),
  );
  const sections = [...new Set(rows.map(({ section }) => section))].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return (
    <Page
      title="Open questions"
      about="The specification leaves these questions open. You can change the emulator's answer to each while it runs."
    >
      <div class="filters">
        <Field label="Find">
          <input
            type="search"
            placeholder="retention, signature, 429"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <Check isOn={isChanged} onFlip={setChanged}>
          only changed ones
        </Check>
        <span class="soft" role="status">
          {rows.length} of {all.length}
        </span>
      </div>
      <Problem text={problem} />
      {value !== null && rows.length === 0 && <Empty>No question matches.</Empty>}
      {sections.map((section) => (
        <Card key={section} title={titleOf(section)}>
          <ul class="list">
            {rows
              .filter((one) => one.section === section)
              .map((one) => (
                <li key={one.name}>
                  <Question of={one} />
                </li>
              ))}
          </ul>
        </Card>
      ))}
    </Page>
  );
}

const SECTIONS: Readonly<Record<string, string>> = {
  1: 'The service',
  2: 'Resources',
  3: 'States',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
};

function titleOf(section: string): string {
  const chapter = SECTIONS[section.split('.')[0] ?? ''];
  return `Specification ${section}${chapter === undefined ? '' : `: ${chapter}`}`;
}

const WORDS = /^[\w.]+(?:, [\w.]+)+$/;

/** If the choices are words, one is selected from a list. Otherwise, it is typed as JSON or as a word. */
function Question({ of }: { of: Reading }) {
  const words = WORDS.test(of.choices) ? of.choices.split(', ') : [];
  const now = written(of.choice);
  const choose = (text: string) =>
    act(`${of.name} is ${text} now`, () => change('PATCH', '/readings', nested(of.name, parsed(text, of.choice))));
  return (
    <div class="question">
      <div>
        <p>{of.ask}</p>
        <p class="soft">
          <span class="mono">{of.name}</span>
          {of.reading !== null && ` · reading ${of.reading}`}
          {of.fired > 0 && ` · made a difference ${counted(of.fired, 'time')}`}{' '}
          {!isUsual(of) && <Badge of="held">changed</Badge>}
        </p>
        <p class="soft choices">Choices: {of.choices}</p>
      </div>
      {words.length > 0 ? (
        <select aria-label={of.ask} value={now} onChange={(event) => choose(event.currentTarget.value)}>
          {[...new Set([...words, now])].map((word) => (
            <option key={word} value={word}>
              {word === written(of.default) ? `${word} (usual)` : word}
            </option>
          ))}
        </select>
      ) : (
        <Draft value={now} aria-label={of.ask} onDone={choose} />
      )}
    </div>
  );
}

function isUsual({ choice, default: usual }: Reading): boolean {
  return JSON.stringify(choice) === JSON.stringify(usual);
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parses typed text as JSON if possible; but if the previous choice was a text, the new one is a text too. */
function parsed(text: string, before: unknown): unknown {
  if (typeof before === 'string' && !/^(?:\d|null|true|false)/.test(text)) return text;
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** Turns the name `codes.not_found` into a field inside another field. */
function nested(name: string, value: unknown): object {
  const [first = '', ...rest] = name.split('.');
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) };
}
