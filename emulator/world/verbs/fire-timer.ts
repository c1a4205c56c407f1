import { isTerminal, type Job } from '../../domain/job.ts';
import { eraseAsset } from '../assets.ts';
import { addReceivers, attemptDelivery } from '../deliveries.ts';
import { dropPictures, eraseJob, eraseResults, eraseSnapshot, jobById, replaceJob, rewriteJob } from '../jobs.ts';
import type { Timer } from '../state.ts';
import { holdBack, waitsForOthers } from '../waiting-jobs.ts';
import type { World } from '../world.ts';
import { disableFailing } from './endpoints.ts';
import { failBecause, leaveStage } from './leave-stage.ts';

/** Does the work of a timer, at the current instant. */
export function fireTimer(world: World, timer: Timer): void {
  switch (timer.kind) {
    case 'stage':
      endStage(world, jobById(world, timer.ref));
      return;
    case 'asset-expiry': {
      const asset = world.state.assets.get(timer.ref);
      if (asset !== undefined) eraseAsset(world, asset, 'expired');
      return;
    }
    case 'snapshot-expiry':
      lapse(world, jobById(world, timer.ref));
      return;
    case 'job-timeout':
      timeOut(world, jobById(world, timer.ref));
      return;
    case 'delivery': {
      const delivery = world.state.deliveries.get(timer.ref);
      if (delivery !== undefined) attemptDelivery(world, delivery);
      if (delivery !== undefined) addReceivers(world, delivery);
      return;
    }
    case 'disabling': {
      const endpoint = world.state.endpoints.get(timer.ref);
      if (endpoint !== undefined) disableFailing(world, endpoint, timer.due);
      return;
    }
    case 'job-expiry':
      expire(world, jobById(world, timer.ref));
  }
}

function endStage(world: World, job: Job): void {
  if (waitsForOthers(world, job)) holdBack(world, job);
  else leaveStage(world, job);
}

/** Reading 30: the input copy of a job expires, and a job that waits for processing may fail at once. */
function lapse(world: World, job: Job): void {
  const { input_expired } = world.settings.readings;
  if (input_expired === 'never' && !isTerminal(job)) {
    replaceJob(world, job, { ...job, snapshotTimer: null });
    return;
  }
  const erased = eraseSnapshot(world, job);
  const isWaiting = !isTerminal(job) && job.stage !== 'processing';
  if (input_expired === 'when_it_lapses' && isWaiting) failBecause(world, erased, 'INPUT_EXPIRED');
}

/** Reading 35: a job that takes too long fails, whatever it is waiting for. */
function timeOut(world: World, job: Job): void {
  dropPictures(world, job);
  failBecause(world, { ...job, processed: null }, world.settings.readings.job_timeout_code, 'timeout');
}

/** Reading 29: at `expires_at`, a job is erased with its results, or only the results are. */
function expire(world: World, job: Job): void {
  const { job_after_expires_at } = world.settings.readings;
  if (job_after_expires_at === 'gone') {
    eraseJob(world, job, 'expired');
    return;
  }
  eraseResults(world, job, 'expired');
  const left = eraseSnapshot(world, { ...job, timer: null });
  if (job_after_expires_at !== 'read_with_bare_output' || left.output?.type !== 'skin.analysis') return;
  rewriteJob(world, { ...left, output: { ...left.output, visualizations: [] } });
}
