import { at, between, errorMembers, header, idForm, members, message, names, refusal, shape, tag } from '../forms.ts';
import { from, type Group } from '../read-facts.ts';
import { cancels, deletions, failures, reads, retention, stages } from '../scenes/jobs.ts';
import { outputs, scoreBound, scoreDigits, unmeasured } from '../scenes/outputs.ts';
import { hair, odd } from '../scenes/submits.ts';

const JOB = 'id operation status created_at updated_at completed_at expires_at inputs output error livemode'.split(' ');
const RESULT = 'id href media_type role size_bytes expires_at'.split(' ');
const CONCERN = ['concern', 'score', 'status', 'unavailable_reason'];

const READS = from(reads, {
  'job.headers while queued': ({ queued }) => names(queued),
  'job.headers when done': ({ finished }) => names(finished),
  'job.etag': ({ queued }) => tag(queued),
  'job.retry-after while queued': ({ queued }) => header(queued, 'retry-after'),
  'job.retry-after when done': ({ finished }) => header(finished, 'retry-after'),
  'job.further members': ({ queued }) => members(queued.json, JOB),
  'job.further members of an input': ({ queued }) => members(at(queued.json, 'inputs.0'), ['asset_id', 'role']),
  'job.role of an input': ({ queued }) => at(queued.json, 'inputs.0.role'),
  'job.livemode': ({ queued }) => at(queued.json, 'livemode'),
  'job.304 while queued, headers': ({ queuedKnown }) => `${queuedKnown.status} ${names(queuedKnown)}`,
  'job.304 when done, headers': ({ finishedKnown }) => `${finishedKnown.status} ${names(finishedKnown)}`,
  'job.if-none-match star': ({ star }) => star,
  'job.if-none-match list': ({ list }) => list,
  'job.if-none-match of the other strength': ({ otherStrength }) => otherStrength,
  'job.head': ({ head }) => head.status,
  'job.unknown parameter': ({ withParameter }) => refusal(withParameter),
  'job.malformed id': ({ malformed }) => refusal(malformed),
  'job.unknown, error members': ({ unknown }) => errorMembers(unknown),
  'job.unknown, message': ({ unknown }) => message(unknown),
  'job.cache-control': ({ queued }) => header(queued, 'cache-control'),
  'ids of jobs': ({ queued }) => idForm(at(queued.json, 'id')),
});

const STAGES = from(stages, {
  'stage.picked_up shows': ({ shown }) => at(shown['picked_up']?.json, 'status'),
  'stage.preparing shows': ({ shown }) => at(shown['preparing']?.json, 'status'),
  'job.retry-after while running': ({ shown }) => shown['processing']?.headers['retry-after'],
  'stage.queued lasts': ({ lengths }) => lengths['queued'],
  'stage.picked_up lasts': ({ lengths }) => lengths['picked_up'],
  'stage.preparing lasts': ({ lengths }) => lengths['preparing'],
  'stage.processing lasts': ({ lengths }) => lengths['processing'],
  'job.updated_at moves by time': ({ updated }) => updated.byTime,
  'job.updated_at moves by stage': ({ updated }) => updated.byStage,
});

const CANCELS = from(cancels, {
  'cancel.queued': ({ queued }) => queued?.answer.status,
  'cancel.picked_up': ({ picked_up }) => picked_up?.answer.status,
  'cancel.preparing': ({ preparing }) => preparing?.answer.status,
  'cancel.processing': ({ processing }) => processing?.answer.status,
  'cancel.queued, headers': ({ queued }) => queued && names(queued.answer),
  'cancel.processing, headers': ({ processing }) => processing && names(processing.answer),
  'cancel.retry-after of a 202': ({ processing }) => processing && header(processing.answer, 'retry-after'),
  'cancel.picked_up ends': ({ picked_up }) => at(picked_up?.end.json, 'status'),
  'cancel.preparing ends': ({ preparing }) => at(preparing?.end.json, 'status'),
  'cancel.processing ends': ({ processing }) => at(processing?.end.json, 'status'),
  'cancel.picked_up costs': ({ picked_up }) => picked_up?.cost,
  'cancel.preparing costs': ({ preparing }) => preparing?.cost,
  'cancel.repeated, headers': ({ queued }) => queued && names(queued.repeated),
  'cancel.when done, message': ({ ended }) => ended && message(ended.answer),
  'cancel.with a body': ({ withBody }) => refusal(withBody),
  'cancel.with a key': ({ withKey }) => refusal(withKey),
  'cancel.malformed id': ({ malformed }) => refusal(malformed),
  'cancel.foreign job': ({ foreign }) => refusal(foreign),
  'cancel.foreign job without scope': ({ foreignWithoutScope }) => refusal(foreignWithoutScope),
});

const ENDS = [
  from(deletions, {
    'delete.running, message': ({ running }) => message(running),
    'delete.headers': ({ deleted }) => names(deleted),
    'delete.unknown': ({ unknown }) => refusal(unknown),
    'delete.read afterwards, message': ({ read }) => message(read),
    'delete.result afterwards': ({ result }) => refusal(result),
  }),
  from(retention, {
    'job.expires_at while queued': ({ accepted }) => (at(accepted, 'expires_at') === null ? 'null' : 'set'),
    'job.kept after its end': ({ job }) => between(at(job, 'completed_at'), at(job, 'expires_at')),
    'job.kept after its beginning': ({ job }) => between(at(job, 'created_at'), at(job, 'expires_at')),
    'job.at its expiry': ({ atEnd }) => atEnd && refusal(atEnd),
    'job.after its expiry': ({ gone }) => gone && refusal(gone),
    'replay.of an expired job': ({ replay }) => replay && refusal(replay),
  }),
  from(failures, {
    'failed.billed': ({ billed }) => billed,
    'failed.members of the error': ({ failed }) => members(at(failed.json, 'error')),
    'failed.message': ({ failed }) => at(failed.json, 'error.message'),
  }),
];

const OUTPUTS = from(outputs, {
  'skin.type': ({ skin }) => at(skin, 'output.type'),
  'skin.further members': ({ skin }) => members(at(skin, 'output'), ['type', 'concerns', 'visualizations']),
  'skin.version': ({ skin }) => at(skin, 'output.analysis_version'),
  'skin.without visualizations': ({ bare }) => shape(at(bare, 'output.visualizations') ?? null),
  'skin.order of concerns': ({ bare }) => at(bare, 'output.concerns.0.concern'),
  'skin.further members of a concern': ({ skin }) => members(at(skin, 'output.concerns.0'), CONCERN),
  'skin.unmeasured': ({ concerns }) => unmeasured(concerns),
  'skin.bound of scores': ({ concerns }) => scoreBound(concerns),
  'skin.digits of scores': ({ concerns }) => scoreDigits(concerns),
  'skin.visualizations of nine': ({ skin }) => Object.keys(at(skin, 'output.visualizations') ?? {}).length,
  'skin.members of a visualization': ({ skin }) => members(at(skin, 'output.visualizations.0'), RESULT),
  'skin.type of a visualization': ({ skin }) => at(skin, 'output.visualizations.0.media_type'),
  'makeup.further members': ({ makeup }) => members(at(makeup, 'output'), ['type', 'image']),
  'makeup.revision': ({ makeup }) => at(makeup, 'output.revision'),
  'makeup.type of the picture': ({ makeup }) => at(makeup, 'output.image.media_type'),
  'makeup.role of the picture': ({ makeup }) => at(makeup, 'output.image.role'),
  'makeup.members of the picture': ({ makeup }) => members(at(makeup, 'output.image'), RESULT),
  'makeup.sides of the picture': ({ makeup }) =>
    `${at(makeup, 'output.image.width')} ${at(makeup, 'output.image.height')}`,
  'makeup.sides of a test picture': ({ test }) =>
    `${at(test, 'output.image.width')} ${at(test, 'output.image.height')}`,
  'content.status': ({ whole }) => whole.status,
  'content.headers': ({ whole }) => names(whole),
  'content.type': ({ whole }) => header(whole, 'content-type'),
  'content.etag': ({ whole }) => tag(whole),
  'content.cache-control': ({ whole }) => header(whole, 'cache-control'),
  'content.disposition': ({ whole }) => header(whole, 'content-disposition').replace(/asset_[\w-]+/, 'ID'),
  'content.accept-ranges': ({ whole }) => header(whole, 'accept-ranges'),
  'content.known tag': ({ known }) => known.status,
  'content.part': ({ part }) => part.status,
  'content.head': ({ head }) => head.status,
});

const DRAFTS = [
  from(hair, {
    'hair.status': ({ accepted }) => accepted.status,
    'hair.applied color': ({ done }) => at(done?.json, 'output.applied.color_gradient.dark.color'),
    'hair.applied opacity': ({ done }) => at(done?.json, 'output.applied.color_gradient.light.opacity'),
    'hair.further members': ({ done }) => done && members(at(done.json, 'output'), ['type', 'image', 'applied']),
  }),
  from(odd, {
    'skin.picture without a face': ({ faceless }) => at(faceless.json, 'error.code') ?? at(faceless.json, 'status'),
    'submit.result as an input': ({ resultAsInput }) => refusal(resultAsInput),
    'asset.deletion of a result, message': ({ deleteResult }) => message(deleteResult),
  }),
];

export const OF_JOBS: readonly Group[] = [READS, STAGES, CANCELS, ...ENDS, OUTPUTS, ...DRAFTS];
