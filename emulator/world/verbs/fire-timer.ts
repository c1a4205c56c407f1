import { eraseAsset } from '../assets.ts';
import { addReceivers, attemptDelivery } from '../deliveries.ts';
import { eraseJob, eraseSnapshot, jobById } from '../jobs.ts';
import type { Timer } from '../state.ts';
import type { World } from '../world.ts';
import { disableFailing } from './endpoints.ts';
import { leaveStage } from './leave-stage.ts';

/** Does the work of a timer, at the present instant. */
export function fireTimer(world: World, timer: Timer): void {
  switch (timer.kind) {
    case 'stage':
      leaveStage(world, jobById(world, timer.ref));
      return;
    case 'asset-expiry': {
      const asset = world.state.assets.get(timer.ref);
      if (asset !== undefined) eraseAsset(world, asset, 'expired');
      return;
    }
    case 'snapshot-expiry':
      eraseSnapshot(world, jobById(world, timer.ref));
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
      eraseJob(world, jobById(world, timer.ref), 'expired');
  }
}
