import type { Delivery, DeliveryState, Endpoint } from '../domain/webhook.ts';
import { attemptDelivery } from '../world/deliveries.ts';
import { replaceEndpoint } from '../world/verbs/endpoints.ts';
import type { World } from '../world/world.ts';
import { disablesAfterwards } from './changes.ts';
import type { AnyJson, Overrides } from './deviation.ts';
import { body, on, when } from './edits.ts';

/** Deviations that change the world itself, by id: their rows in `scenarios/mutants/` only describe them. */
export const IN_CODE: Readonly<Record<string, Overrides>> = {
  'capture-ends-with-retention': returnsCharges(),
  'disabling-keeps-pending': disablesAfterwards,
  'disabling-takes-all': disablesAllOfAccount(),
  'enabling-revives': revived(
    'cancelled',
    ({ enabled }) => !enabled,
    ({ enabled }) => enabled,
  ),
  'enabling-revives-at-success': revivedBySuccess('cancelled'),
  'exhausted-revived-by-success': revivedBySuccess('exhausted'),
};

/** Refunds the cost of jobs that were removed after their retention; jobs that a caller deleted are left out. */
function returnsCharges(): Overrides {
  return {
    change: ({ world, memory }) => {
      const before = [...world.state.jobs.values()];
      const { now } = world.state;
      return () => {
        const gone = before.filter(
          ({ id, expiresAt }) => !world.state.jobs.has(id) && (expiresAt ?? now) <= world.state.now,
        );
        const units = gone.reduce((sum, { charge }) => sum + (charge?.state === 'captured' ? charge.units : 0), 0);
        if (units > 0) memory.set('gone', (memory.get<number>('gone') ?? 0) + units);
      };
    },
    answer: on(
      'readCreditBalance',
      when(
        200,
        body((shown, { memory }) => give(shown, memory.get<number>('gone') ?? 0)),
      ),
    ),
  };
}

/** Retries deliveries in this state of each endpoint that matches before a change, and has recovered after it. */
function revived(
  given: DeliveryState,
  matches: (endpoint: Endpoint) => boolean,
  hasRecovered: (endpoint: Endpoint, world: World) => boolean,
): Overrides {
  return {
    change: ({ world, note }) => {
      const { endpoints, deliveries } = world.state;
      const before = [...endpoints.values()].filter(matches).map(({ id }) => id);
      return () => {
        const recovered = before.flatMap((id) => endpoints.get(id) ?? []).filter((one) => hasRecovered(one, world));
        for (const delivery of deliveries.values()) {
          if (delivery.state !== given || !recovered.some(({ id }) => id === delivery.endpoint)) continue;
          attemptDelivery(world, { ...delivery, state: 'pending' });
          note();
        }
      };
    },
  };
}

function revivedBySuccess(given: DeliveryState): Overrides {
  return revived(
    given,
    ({ failing }) => failing !== null,
    ({ id, failing }, world) => failing === null && hasTaken(world, id),
  );
}

/** A count that restarts because an endpoint was enabled is not a success. */
function hasTaken({ state }: World, endpoint: string): boolean {
  return [...state.deliveries.values()].some(
    (one: Pick<Delivery, 'endpoint' | 'state'>) => one.endpoint === endpoint && one.state === 'delivered',
  );
}

function disablesAllOfAccount(): Overrides {
  return {
    change: ({ world, note }) => {
      const { endpoints } = world.state;
      const enabled = [...endpoints.values()].filter((one) => one.enabled).map(({ id }) => id);
      return () => {
        const gone = enabled.flatMap((id) => endpoints.get(id) ?? []).find((one) => !one.enabled);
        for (const endpoint of endpoints.values()) {
          if (gone?.owner !== endpoint.owner || !endpoint.enabled) continue;
          replaceEndpoint(world, { ...endpoint, enabled: false });
          note();
        }
      };
    },
  };
}

/** Adds units that no job holds to the granted units, and so to the available ones. */
function give(shown: AnyJson, units: number): void {
  for (const name of ['settled_units', 'available_units', 'spendable_units']) shown[name] += units;
}
