import { JOB_ERROR_CODES, JOB_STATUSES, MEDIA_TYPES, OPERATIONS, PURPOSES } from '../../domain/vocabulary.ts';
import {
  flagField,
  idField,
  instantField,
  listOf,
  nullable,
  objectOf,
  ref,
  type Schema,
  textField,
  wholeField,
  wordField,
} from './schema.ts';

const livemode = flagField('Whether it is of the live environment; there only where the account has test keys');

/** What the routes answer, but for outputs and errors. */
export const RESOURCE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Asset: objectOf(
    'spec 2.1',
    'An image that was uploaded, or one that a job made',
    {
      id: idField('asset', 'Its id'),
      purpose: wordField(PURPOSES, 'Whether it was uploaded or made'),
      media_type: wordField(MEDIA_TYPES, 'The kind of image'),
      size_bytes: wholeField('How many bytes it has', { minimum: 0 }),
      width: wholeField('Its width in pixels', { minimum: 1 }),
      height: wholeField('Its height in pixels', { minimum: 1 }),
      created_at: instantField('When it came'),
      expires_at: instantField('When it goes'),
      livemode,
    },
    ['livemode'],
  ),
  AssetList: pageOf('Asset', 'spec 4.1', 'A page of assets, the youngest first'),
  Job: objectOf(
    'spec 2.2',
    'What was asked for, how far it has come, and what came of it',
    {
      id: idField('job', 'Its id'),
      operation: wordField(OPERATIONS, 'The product'),
      status: wordField(JOB_STATUSES, 'Look here before reading `output`; the last three are final'),
      created_at: instantField('When it was accepted'),
      updated_at: instantField('When it last changed'),
      completed_at: nullable(instantField(''), 'When it became final; null until then'),
      expires_at: nullable(instantField(''), 'When it and its results go; null until it is final (reading 29)'),
      inputs: listOf(
        ref('JobInputRef'),
        'The assets that it was made from; kept with the job whatever becomes of them',
      ),
      output: nullable(ref('JobOutput'), 'The result of a job that succeeded, else null'),
      error: nullable(ref('JobError'), 'Why a job failed, else null'),
      livemode,
    },
    ['livemode'],
  ),
  JobInputRef: objectOf('spec 2.2', 'An input of a job', {
    asset_id: idField('asset', 'The asset that was named'),
    role: textField('What it was for: an open value, of which more may come'),
  }),
  JobError: objectOf('spec 2.2', 'Why a job failed. It is no HTTP error: the read answers 200', {
    code: wordField(JOB_ERROR_CODES, 'What to branch on'),
    message: textField('For people alone'),
  }),
  JobList: pageOf('Job', 'spec 4.3; shape: reading 12', 'A page of jobs, the youngest first'),
  Usage: objectOf('spec 4.4; shape: reading 13', 'How many jobs were accepted', {
    data: listOf(ref('UsageRow'), 'A row for each UTC day and operation with any, the oldest first'),
  }),
  UsageRow: objectOf('spec 4.4; shape: reading 13', 'The accepted jobs of a day', {
    date: { type: 'string', format: 'date', description: 'The UTC day' },
    operation: wordField(OPERATIONS, 'The product'),
    accepted: wholeField('How many; one that was cancelled or deleted later still counts', { minimum: 0 }),
  }),
  CreditBalance: objectOf(
    'spec 2.5',
    'What an account may spend, in abstract units',
    {
      object: { type: 'string', const: 'credit_balance', description: 'What this is' },
      as_of: instantField('When it was read'),
      settled_units: wholeField('Granted and adjusted, less what was charged'),
      held_units: wholeField('Held for jobs that have not been charged or let off yet'),
      available_units: wholeField('Settled less held; below zero after some adjustments'),
      test_funded_units: wholeField('From test payments: of no use while `enforced`'),
      spendable_units: wholeField('Available; less the test-funded ones while `enforced`'),
      enforced: flagField('Whether a submission without the units is refused with a 402'),
      low_balance: flagField('Whether the spendable units are at or below a threshold that is set'),
      unit_costs: {
        type: 'object',
        description: 'Units that one accepted job of an operation costs',
        additionalProperties: { type: 'integer' },
      },
    },
    ['object'],
  ),
};

function pageOf(name: string, source: string, description: string): Schema {
  return objectOf(source, description, {
    data: listOf(ref(name), 'Those of this page'),
    has_more: flagField('Whether there is another page'),
    next_cursor: nullable(textField(''), 'What to send as `cursor` with the same filters; null on the last page'),
  });
}
