import { describe, expect, it } from 'vitest';
import { readingsSchema } from '../domain/readings.ts';
import { watched } from './watched.ts';

const PLACES = {
  readings: readingsSchema.parse({ upload_status: 202, codes: { not_found: 'A', rate_limited: 'B' } }),
  stages: { queued: 0, picked_up: 1, preparing: 2, processing: 3 },
};

function watching(...names: string[]) {
  const noted: string[] = [];
  return { noted, ...watched(PLACES, names, (name) => noted.push(name)) };
}

describe('Watched choices', () => {
  it('are counted on each read, and those of a group separately', () => {
    const { noted, readings, stages } = watching(
      'upload_status',
      'codes.not_found',
      'codes.rate_limited',
      'stages.queued',
    );
    expect(noted).toEqual([]);
    expect([readings.codes.rate_limited, readings.upload_status, stages.queued]).toEqual(['B', 202, 0]);
    expect(noted).toEqual(['codes.rate_limited', 'upload_status', 'stages.queued']);
    expect(readings.codes.not_found).toBe('A');
    expect(noted.at(-1)).toBe('codes.not_found');
  });

  it('do not affect other choices or the original object', () => {
    const { noted, readings, stages } = watching('codes.not_found', 'stages.queued');
    expect([readings.codes.rate_limited, readings.upload_status, stages.picked_up]).toEqual(['B', 202, 1]);
    expect([PLACES.readings.codes.not_found, PLACES.stages.queued]).toEqual(['A', 0]);
    expect(noted).toEqual([]);
  });
});
