import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Labelled = { label: string; hint?: string };

export function Field({ label, children, hint }: Labelled & { children?: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: what it labels is given as a child
    <label class="field">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** An input that keeps what is typed until it is submitted, whatever else changes meanwhile. */
export function Draft({ value, onDone, type = 'text', ...more }: DraftProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <input
      {...more}
      type={type as 'text'}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onChange={(event) => onDone(event.currentTarget.value)}
    />
  );
}

type DraftProps = { value: string; onDone(text: string): void } & Partial<
  Record<'type' | 'placeholder' | 'min' | 'aria-label', string>
>;

export function Choice({
  label,
  value,
  of,
  onChoose,
  any,
  hint = '',
}: Labelled & { value: string; of: readonly string[]; onChoose(value: string): void; any?: string }) {
  return (
    <Field label={label} hint={hint}>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {any !== undefined && <option value="">{any}</option>}
        {of.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </Field>
  );
}

type InputProps = Partial<Record<'type' | 'placeholder' | 'min', string>> & { required?: boolean };

export function TextField({
  label,
  hint = '',
  value,
  onType,
  ...input
}: Labelled & InputProps & { value: string; onType(text: string): void }) {
  return (
    <Field label={label} hint={hint}>
      <input
        {...input}
        type={(input.type ?? 'text') as 'text'}
        value={value}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </Field>
  );
}

type CheckProps = { isOn: boolean; onFlip(isOn: boolean): void; children: ComponentChildren };

export function Check({ isOn, onFlip, children }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onFlip(event.currentTarget.checked)} />
      {children}
    </label>
  );
}

export function EnvironmentChoice({ value, onChoose }: { value: string; onChoose(value: string): void }) {
  return <Choice label="Environment" any="both" value={value} of={['live', 'test']} onChoose={onChoose} />;
}

/** A limit that can be changed at run time; an empty field means no limit. */
export function BoundField({
  label,
  hint = '',
  value,
  onDone,
}: Labelled & { value: number | null; onDone(bound: number | null): void }) {
  return (
    <Field label={label} hint={hint}>
      <Draft
        type="number"
        min="0"
        value={String(value ?? '')}
        onDone={(text) => onDone(text === '' ? null : Number(text))}
      />
    </Field>
  );
}
