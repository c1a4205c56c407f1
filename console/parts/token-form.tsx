import { useState } from 'preact/hooks';
import { giveToken } from '../api/control.ts';
import { Card } from './basics.tsx';
import { Field } from './fields.tsx';

/** Asks for the token that the emulator printed. Control calls need it if other machines can reach the emulator. */
export function TokenForm() {
  const [token, setToken] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (token !== '') giveToken(token.trim());
  };
  return (
    <Card title="Token" class="narrow">
      <p class="soft">
        Other machines can reach this emulator, so control calls need a token. The emulator printed it at the start. The
        token stays in this tab, and is sent only in a header.
      </p>
      <form onSubmit={submit}>
        <Field label="Token">
          <input
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="first">
          Open the console
        </button>
      </form>
    </Card>
  );
}
