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

const livemode = flagField('Whether it belongs to the live environment; present only if the account has test keys');

/** The bodies of answers, except outputs and errors. */
export const RESOURCE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Asset: objectOf(
    'spec 2.1',
    'An uploaded image, or a result of a job',
    {
      id: idField('asset', 'Its id'),
      purpose: wordField(PURPOSES, 'Whether it is an upload or a result'),
      media_type: wordField(MEDIA_TYPES, 'The media type'),
      size_bytes: wholeField('Its size in bytes', { minimum: 0 }),
      width: wholeField('Its width in pixels', { minimum: 1 }),
      height: wholeField('Its height in pixels', { minimum: 1 }),
      created_at: instantField('When it was created'),
      expires_at: instantField('When it expires'),
      livemode,
    },
    ['livemode'],
  ),
  AssetList: pageOf('Asset', 'spec 4.1', 'A page of assets, newest first'),
  Job: objectOf(
    'spec 2.2',
    'The request, its progress and its result',
    {
      id: idField('job', 'Its id'),
      operation: wordField(OPERATIONS, 'The product'),
      status: wordField(JOB_STATUSES, 'Check it before you read `output`; the last three are final'),
      created_at: instantField('When it was accepted'),
      updated_at: instantField('When it last changed'),
      completed_at: nullable(instantField(''), 'When it became final; null until then'),
      expires_at: nullable(instantField(''), 'When it and its results expire; null until it is final (reading 29)'),
      inputs: listOf(ref('JobInputRef'), 'The input assets; kept in the job even after they are deleted'),
      output: nullable(ref('JobOutput'), 'The result of a succeeded job, otherwise null'),
      error: nullable(ref('JobError'), 'Why a job failed, otherwise null'),
      livemode,
    },
    ['livemode'],
  ),
  JobInputRef: objectOf('spec 2.2', 'An input of a job', {
    asset_id: idField('asset', 'The asset of the request'),
    role: textField('Its role: an open set of values, which may grow'),
  }),
  JobError: objectOf('spec 2.2', 'Why a job failed. This is not an HTTP error: the read answers 200', {
    code: wordField(JOB_ERROR_CODES, 'The code for programs'),
    message: textField('For people only'),
  }),
  JobList: pageOf('Job', 'spec 4.3; shape: reading 12', 'A page of jobs, newest first'),
  Usage: objectOf('spec 4.4; shape: reading 13', 'How many jobs were accepted', {
    data: listOf(ref('UsageRow'), 'A row for each UTC day and operation with jobs, oldest first'),
  }),
  UsageRow: objectOf('spec 4.4; shape: reading 13', 'The accepted jobs of a day', {
    date: { type: 'string', format: 'date', description: 'The UTC day' },
    operation: wordField(OPERATIONS, 'The product'),
    accepted: wholeField('The number of jobs, including jobs that were cancelled or deleted later', { minimum: 0 }),
  }),
  CreditBalance: objectOf(
    'spec 2.5',
    'The units of an account',
    {
      object: { type: 'string', const: 'credit_balance', description: 'The type of this object' },
      as_of: instantField('When it was read'),
      settled_units: wholeField('Granted and adjusted units, less charges'),
      held_units: wholeField('Held for jobs that are not charged or released yet'),
      available_units: wholeField('Settled less held; below zero after some adjustments'),
      test_funded_units: wholeField('From test payments: not spendable while `enforced`'),
      spendable_units: wholeField('Available; less the test-funded ones while `enforced`'),
      enforced: flagField('Whether a submission without the units is refused with a 402'),
      low_balance: flagField('Whether the spendable units are at or below the threshold, if one is set'),
      unit_costs: {
        type: 'object',
        description: 'The units that one accepted job of an operation costs',
        additionalProperties: { type: 'integer' },
      },
    },
    ['object'],
  ),
};

function pageOf(name: string, source: string, description: string): Schema {
  return objectOf(source, description, {
    data: listOf(ref(name), 'The entries of this page'),
    has_more: flagField('Whether there is another page'),
    next_cursor: nullable(textField(''), 'The `cursor` of the next page, with the same filters; null on the last page'),
  });
}
