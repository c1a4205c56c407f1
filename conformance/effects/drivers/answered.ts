import type { DriverCall } from './call-driver.ts';
import type { Declining } from './declined.ts';
import type { AnswerReader } from './read-answer.ts';

export type Asked = Readonly<Record<string, unknown>>;
/** `key`: where the call is about another key than the driver is for. */
export type Ask = (method: DriverCall['method'], path: string, body?: Asked, key?: string) => Promise<Answered>;
/** `declined`: what of the body was not done, see `declinedIn`. */
export type Answered = AnswerReader & { declined(how?: Declining): string[]; has(member: string): boolean };
