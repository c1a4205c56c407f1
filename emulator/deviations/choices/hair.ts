import type { Means } from '../deviation.ts';
import { outputs } from '../views.ts';

/** What a hair try-on says that it did (spec 2.3). */
export const HAIR_CHOICES: Readonly<Record<string, Means>> = {
  hair_applied: (choice) =>
    outputs('hair.try_on', ({ applied }) => {
      for (const stop of Object.values(applied.color_gradient) as { color: string }[])
        stop.color = choice === 'capitals' ? stop.color.toUpperCase() : stop.color.toLowerCase();
    }),
};
