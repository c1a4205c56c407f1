import { accountText, keyText } from './answer-text.ts';
import { controlCommand, FILE_NOTE, fileBody } from './control-command.ts';

export const accountCommand = controlCommand('account', {
  verbs: {
    '[list]': { about: 'list the accounts of the world', call: 'GET /accounts', print: (names) => names.join('\n') },
    'show NAME': { about: 'print one account with its keys', call: 'GET /accounts/:NAME', print: accountText },
    'change NAME FILE': {
      about: 'change the fields in FILE; the others keep their values',
      call: 'PATCH /accounts/:NAME',
      body: fileBody(
        'The change',
        async () => (await import('../../control/schemas/account-input.ts')).accountChangeSchema,
      ),
      print: accountText,
    },
    'add-key NAME [FILE]': {
      about: 'add a key, and print its secret',
      call: 'POST /accounts/:NAME/keys',
      body: fileBody('The key', async () => (await import('../../control/schemas/account-input.ts')).addedKeySchema),
      print: ({ secret }) => secret,
    },
    'change-key NAME KEY FILE': {
      about: 'change a key',
      call: 'PATCH /accounts/:NAME/keys/:KEY',
      body: fileBody(
        'The change',
        async () => (await import('../../control/schemas/account-input.ts')).keyChangeSchema,
      ),
      print: keyText,
    },
    'revoke-key NAME KEY': {
      about: 'revoke a key, like {"revoked": true}',
      call: 'PATCH /accounts/:NAME/keys/:KEY',
      body: () => ({ revoked: true }),
      print: keyText,
    },
  },
  needs: {
    NAME: 'the name of an account, as in account list',
    KEY: 'a key, as in account show NAME',
    FILE: 'the changes, as a file or JSON',
  },
  notes: `${FILE_NOTE} KEY is the name or the id of a key. Fields of an account: features, unit_costs, enforced,
daily_quota, admission_per_minute, webhooks, disabled. Fields of a key: revoked, expires_in, expires_at, scopes, allowlist,
admission_per_minute.`,
  examples: {
    'Rotate a key': `tryon-emulator account add-key demo '{"name": "next"}'
tryon-emulator account change-key demo live '{"expires_in": "24h"}'`,
    'Switch off a feature': `tryon-emulator account change demo '{"features": {"cancel": false}}'`,
  },
});
