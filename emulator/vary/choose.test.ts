import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isLawful } from '../../shared/questions/question.ts';
import { parseConfig } from '../control/schemas/read-config.ts';
import { chooseVariations, sampleOf, VARIATIONS, variationsNamed } from './choose.ts';
import { NOTHING_SEEN } from './seen.ts';
import { seenOf } from './testing/seen-of.ts';
import { variedInput } from './varied.ts';

describe('every variation', () => {
  it('has a unique name, a section, and a need', () => {
    const names = VARIATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { section, needs } of VARIATIONS)
      expect([section, needs.length > 0]).toEqual([expect.stringMatching(/^\d[\d.]*$/), true]);
  });

  it('is one that an emulator accepts, and is lawful if it is called so', () => {
    const questions = new Map(QUESTIONS.map((question) => [question.name, question]));
    for (const { kind, sets, assumes } of VARIATIONS) {
      expect(() => parseConfig(variedInput({}, { variation: sets, isOver: true }))).not.toThrow();
      if (kind === 'misfortune') continue;
      expect(assumes).toBeDefined();
      expect(sets.plans).toEqual([]);
      for (const [name, choice] of Object.entries(sets.readings)) {
        const question = questions.get(name);
        expect(question !== undefined && isLawful(question, choice), name).toBe(true);
      }
    }
  });
});

describe('the selection', () => {
  it('contains what the plain run can notice; the rest is listed with the reason', () => {
    const plain = seenOf({
      method: 'POST',
      path: '/v1/assets',
      route: 'POST /v1/assets',
      status: 201,
      responseBody: '{"id":"asset_1"}',
    });
    const { met, notMet } = chooseVariations(VARIATIONS, plain);
    expect(met.map(({ name }) => name)).toContain('upload_status=200');
    expect(met.map(({ name }) => name)).toContain('upload-503');
    const reasons = new Map(notMet.map(({ variation, because }) => [variation.name, because]));
    expect(reasons.get('webhook-late')).toBe('no webhook was sent');
    expect(reasons.get('location_form=absolute')).toBe('no job was accepted');
    expect(chooseVariations(VARIATIONS, NOTHING_SEEN).met).toEqual([]);
  });

  it('can be made by names, questions, prefixes and kinds', () => {
    const names = (...wanted: string[]) => variationsNamed(wanted).map(({ name }) => name);
    expect(names('upload_status')).toEqual(['upload_status=200', 'upload_status=202']);
    expect(names('upload_status=200', 'submit-5*')).toEqual(['upload_status=200', 'submit-503-accepted', 'submit-503']);
    expect(names('misfortune')).toContain('submit-429');
    const hints = [
      ...[
        'content_redirect=redirect',
        'repeated_upload=same_asset',
        'signature_hex=upper',
        'stored_image=encoded_anew',
        'stored_image=scaled_down',
      ],
      'webhook-of-unknown-type',
    ];
    expect(names()).toEqual(VARIATIONS.map(({ name }) => name).filter((name) => !hints.includes(name)));
    expect(names('hint').sort()).toEqual(hints);
    expect(names('id_form=to_be_encoded', 'json_order')).toEqual([]);
    expect(names('id_form', 'content_*')).not.toEqual(expect.arrayContaining([expect.stringMatching(hints.join('|'))]));
    expect(() => names('upload_statuss')).toThrow('there is no variation upload_statuss; did you mean upload_status?');
  });

  it('is the same sample for a seed, in the original order', () => {
    const sample = sampleOf(VARIATIONS, 20, 'monday');
    expect(sample).toHaveLength(20);
    expect(sampleOf(VARIATIONS, 20, 'monday')).toEqual(sample);
    expect(sampleOf(VARIATIONS, 20, 'tuesday')).not.toEqual(sample);
    expect(VARIATIONS.filter((one) => sample.includes(one))).toEqual(sample);
  });
});
