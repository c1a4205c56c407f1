import { describe, expect, it } from 'vitest';
import type { MadeAccount } from '../effects/drivers/drivers.ts';
import type { Send } from '../target/ask.ts';
import { seenAccount } from './seen-account.ts';

const keys: MadeAccount['keys'] = {
  primary: { secret: 'pk_test_p', environment: 'test' },
  live: { secret: 'pk_live_p', environment: 'live' },
};
const tenant = (more: Partial<MadeAccount> = {}): MadeAccount => ({
  ...{ id: 'a', keys, own_clock: false, beside: [], declined: [], reportsDeclined: false },
  ...more,
});
const COSTS = { 'skin.analyze': 7, 'makeup.apply': 5 };
const BALANCE = { available_units: 0, enforced: true, test_funded_units: 0, unit_costs: COSTS };

/** The balance of the new account, and the keys used for reading it. */
function balanceOf(status: number, json: unknown) {
  const read: (string | undefined)[] = [];
  const send: Send = async ({ headers }) => {
    read.push(headers['X-API-Key']);
    const body = { kind: 'text', text: typeof json === 'string' ? json : JSON.stringify(json) } as const;
    return { answer: { status, headers: [], body }, silence: null, detail: null };
  };
  return { send, read };
}

describe('For an account that was made', () => {
  it('nothing is read if its driver reports what it declined', async () => {
    const { send, read } = balanceOf(200, BALANCE);
    const account = tenant({ reportsDeclined: true, declined: ['features.lists'] });
    const seen = await seenAccount({ credits: 5, features: { lists: false } }, account, send);
    expect([seen, read]).toEqual([{ declined: [{ member: 'features.lists' }], unsure: [] }, []]);
  });

  it('differences in the balance count as declined, and what no balance contains is unknown', async () => {
    const { send, read } = balanceOf(200, BALANCE);
    const shown = { credits: 5, enforced: true, test_funded: 0, unit_costs: { 'skin.analyze': 3 } };
    const wish = { ...shown, threshold: 2, webhooks: false };
    expect(await seenAccount(wish, tenant(), send)).toEqual({
      declined: [
        { member: 'credits', seen: '0' },
        { member: 'unit_costs', seen: '{"skin.analyze":7,"makeup.apply":5}' },
      ],
      unsure: ['threshold', 'webhooks'],
    });
    expect(read).toEqual(['pk_live_p']);
  });

  it.each([
    [404, BALANCE],
    [200, '<html>'],
    [200, null],
  ])('nothing is known if the balance answers %i %j', async (status, json) => {
    const { send } = balanceOf(status, json);
    expect(await seenAccount({ credits: 5 }, tenant(), send)).toEqual({ declined: [], unsure: ['credits'] });
  });

  it('nothing is requested without a wish that a balance would reveal', async () => {
    const { send, read } = balanceOf(200, BALANCE);
    expect(await seenAccount({}, tenant(), send)).toEqual({ declined: [], unsure: [] });
    expect(await seenAccount({ webhooks: false }, tenant(), send)).toEqual({ declined: [], unsure: ['webhooks'] });
    expect(read).toEqual([]);
  });
});
