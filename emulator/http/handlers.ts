import { ROUTES, type RouteId } from '../domain/routes.ts';
import { deleteAsset, downloadAsset, readAsset } from './assets.ts';
import { withoutBody } from './body.ts';
import { cancelJob, deleteJob, readJob } from './jobs.ts';
import { listAssets, listJobs } from './list/lists.ts';
import { readCreditBalance, readUsage } from './reports.ts';
import type { Handler } from './request.ts';
import { countSubmissions } from './submission/count-submissions.ts';
import { submitJob } from './submission/submit-job.ts';
import { uploadAsset } from './uploads.ts';

/** The handler of each route. */
export const HANDLERS: Record<RouteId, Handler> = {
  uploadAsset,
  listAssets,
  readAsset,
  downloadAsset,
  deleteAsset: withoutBody(deleteAsset),
  analyzeSkin: countSubmissions(submitJob(ROUTES.analyzeSkin.submits)),
  tryOnMakeup: countSubmissions(submitJob(ROUTES.tryOnMakeup.submits)),
  tryOnHairColor: countSubmissions(submitJob(ROUTES.tryOnHairColor.submits)),
  readJob,
  listJobs,
  cancelJob: withoutBody(cancelJob),
  deleteJob: withoutBody(deleteJob),
  readUsage,
  readCreditBalance,
};
