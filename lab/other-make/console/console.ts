import { isRefusal, refuse } from '../answer.ts';
import { type House, worldOf } from '../house.ts';
import { ACCOUNT_CALLS } from './account-calls.ts';
import { CLOCK_CALLS } from './clock-calls.ts';
import { type ConsoleCall, type ConsoleRoute, type Fields, isFields } from './console-call.ts';
import { JOB_CALLS } from './job-calls.ts';
import { WEBHOOK_CALLS } from './webhook-calls.ts';

const CALLS: readonly ConsoleRoute[] = [...ACCOUNT_CALLS, ...CLOCK_CALLS, ...JOB_CALLS, ...WEBHOOK_CALLS];
const DRIVERS = [...new Set(CALLS.map(({ driver }) => driver))];

/** Everything that can be declined: drivers, their calls, and the members of these. */
export const DECLINABLE: readonly string[] = [
  ...new Set(['clock.per_tenant', ...CALLS.flatMap(({ driver, name, members }) => [driver, name, ...members])]),
];

type Asked = { method: string; path: string; secret: string; body: Buffer };
type Said = { status: number; body?: unknown };

/** Throws an Error for a name that cannot be declined. */
export function checkDeclined(names: readonly string[]): void {
  const unknown = names.find((name) => !DECLINABLE.includes(name));
  if (unknown !== undefined) throw new Error(`there is nothing called ${unknown} to decline`);
}

/** Answers the calls of a tester: the contract of drivers, without what is declined. */
export async function consoleAnswer(house: House, asked: Asked): Promise<Said> {
  try {
    return await answered(house, asked);
  } catch (error) {
    if (!isRefusal(error)) {
      console.error(error);
      return { status: 500, body: { error: { code: 'BUG', message: String(error) } } };
    }
    return { status: error.status, body: { error: { code: error.code, message: error.message } } };
  }
}

async function answered(house: House, { method, path, secret, body }: Asked): Promise<Said> {
  const declines = house.options.declines ?? [];
  if (method === 'GET' && path === '/capabilities') return { status: 200, body: capabilities(declines) };
  const route = CALLS.find((one) => one.method === method && one.path.test(path));
  if (route === undefined || declines.includes(route.driver) || declines.includes(route.name))
    return refuse(404, 'NO_SUCH_CALL', 'The console has no such call.');
  const given = fieldsIn(body);
  const hidden = route.members.filter((one) => declines.includes(one)).map((one) => one.replace(/^\w+\./, ''));
  const declined = hidden.filter((member) => given[member] !== undefined);
  if (declined.length > 0 && house.options.declining === 'refused')
    refuse(501, 'NOT_DECIDED_HERE', `${declined.join(', ')}: not supported here.`);
  const id = decodeURIComponent(route.path.exec(path)?.[1] ?? '');
  const call: ConsoleCall = { house, world: worldOf(house, secret), secret, id, body: without(given, hidden) };
  const said = (await route.act(call)) ?? {};
  return { status: 200, body: isFields(said) ? { ...without(said, hidden), declined } : said };
}

function capabilities(declines: readonly string[]) {
  const drivers = DRIVERS.filter((driver) => !declines.includes(driver));
  return { drivers, clock: { per_tenant: !declines.includes('clock.per_tenant') } };
}

function fieldsIn(body: Buffer): Fields {
  const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
  return isFields(value) ? value : {};
}

function without(fields: Fields, members: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([member]) => !members.includes(member)));
}
