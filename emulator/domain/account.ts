import type { Ledger } from './credits.ts';
import type { Environment, Feature } from './vocabulary.ts';

/** One environment of one account, as `account/environment`: who owns an asset, a job or a count. */
export type Owner = string;

export type Account = {
  name: string;
  disabled: boolean;
  features: Record<Environment, Record<Feature, boolean>>;
  /** Reading 37: `livemode` is shown exactly where the account has a test key. */
  hasTestKey: boolean;
  ledger: Ledger;
  /** Spec 6: where webhooks are off, nothing is sent. */
  webhooks: boolean;
  /** Reading 27: jobs of each operation a UTC day; null is what holds for every account. */
  dailyQuota: number | null;
  /** Reading 28: jobs that all its keys together may submit in a minute; null is what holds for every account. */
  admissionPerMinute: number | null;
  /** Reading 28: the same of each key that has a limit of its own, by id. */
  keyAdmissions: Readonly<Record<string, number>>;
};

export function ownerOf(account: string, environment: Environment): Owner {
  return `${account}/${environment}`;
}

export function accountOf(owner: Owner): string {
  return owner.slice(0, owner.lastIndexOf('/'));
}

export function environmentOf(owner: Owner): Environment {
  return owner.endsWith('/live') ? 'live' : 'test';
}
