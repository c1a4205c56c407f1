import { ROUTES } from '../../domain/routes.ts';
import type { Means } from '../deviation.ts';
import { withStatus } from '../documents.ts';
import { on, status, when } from '../edits.ts';
import { decide, outputs } from '../views.ts';

/** What a hair try-on answers, and what it reports as applied (spec 2.3). */
export const HAIR_CHOICES: Readonly<Record<string, Means>> = {
  hair_endpoint: () => ({
    ...decide({ isServed: ({ id }) => id !== 'tryOnHairColor' }),
    document: ({ paths }) => {
      delete paths[ROUTES.tryOnHairColor.path];
    },
  }),
  hair_submit_status: (code) => ({
    answer: on('tryOnHairColor', when(202, status(Number(code)))),
    ...withStatus('tryOnHairColor', 202, Number(code)),
  }),
  hair_applied: (choice) =>
    outputs('hair.try_on', ({ applied }) => {
      for (const stop of Object.values(applied.color_gradient) as { color: string }[])
        stop.color = choice === 'capitals' ? stop.color.toUpperCase() : stop.color.toLowerCase();
    }),
};
