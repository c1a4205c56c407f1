import { CONCERNS } from '../../../model/mistakes.ts';
import { assetPath, jobPath } from '../../../target/routes.ts';
import { pngOf } from '../made-pictures.ts';
import type { Answered, Place } from '../place.ts';
import { ended, HAIR, HAIR_FORMS, MAKEUP, makeup, SKIN, skin, source, submit, uploaded } from '../requests.ts';
import { resultIn } from './jobs.ts';

/** Tests what results consist of, and how they are downloaded. */
export async function outputs(place: Place): Promise<void> {
  const asset = await uploaded(place);
  const pictures = [
    { concern: 'wrinkles', kind: 'visual' },
    { concern: 'acne', kind: 'mask' },
  ];
  await produced(place, 'skin', SKIN, skin(asset, { concerns: CONCERNS, visualizations: pictures }));
  await produced(place, 'skin without pictures', SKIN, skin(asset, { concerns: ['pore', 'acne'] }));
  const [one, two] = [
    await produced(place, 'skin of two', SKIN, skin(asset)),
    await produced(place, 'the same again', SKIN, skin(asset)),
  ];
  place.note('outputs', 'scores of the same picture', scoresOf(one) === scoresOf(two) ? 'the same' : 'others');
  const made = await produced(place, 'makeup', MAKEUP, makeup(asset, place));
  if (made !== null) await downloaded(place, made);
  await produced(place, 'makeup of another picture', MAKEUP, makeup(await uploaded(place, 'curly-red.png'), place));
  await hair(place, asset);
  if (place.has('test')) {
    const own = await uploaded(place, 'face', 'test');
    await produced(place, 'skin with a test key', SKIN, skin(own), 'test');
    const other = await uploaded(place, 'curly-red.png', 'test');
    const [a, b] = [
      await produced(place, 'test 1', SKIN, skin(own), 'test'),
      await produced(place, 'test 2', SKIN, skin(other), 'test'),
    ];
    place.note(
      'outputs',
      'scores of other pictures with a test key',
      scoresOf(a) === scoresOf(b) ? 'the same' : 'others',
    );
  }
  const result = made === null ? null : resultIn(made);
  if (result !== null) await submit(place, 'outputs/a result as an input', SKIN, skin(result));
}

/** Tests hair in each form that a body may have, and then an accepted form with masks that do not fit. */
async function hair(place: Place, asset: string): Promise<void> {
  let taken: object | null = null;
  for (const [name, colors] of Object.entries(HAIR_FORMS)) {
    const job = await produced(place, `hair, ${name}`, HAIR, { ...source(asset), ...colors });
    if (job !== null) taken ??= colors;
  }
  if (taken === null) return;
  const png = { headers: { 'Content-Type': 'image/png' }, body: pngOf(200, 200) };
  const masks = {
    'of another size': (await place.send('POST /v1/assets', png)).id,
    'in colors': await uploaded(place),
  };
  for (const [name, mask] of Object.entries(masks)) {
    const inputs = [...source(asset).inputs, { asset_id: mask, role: 'hair_mask' }];
    const bodies = {
      'as an input': { ...taken, inputs },
      'in a field': { ...source(asset), ...taken, hair_mask: { asset_id: mask } },
    };
    for (const [where, body] of Object.entries(bodies)) {
      const { id, status } = await submit(place, null, HAIR, body, { word: `${name} ${where}` });
      const end = id === '' ? status : String((await ended(place, id)).body['status']);
      place.note('outputs', `hair mask ${name}, ${where}`, end);
    }
  }
}

async function produced(
  place: Place,
  label: string,
  line: string,
  body: object,
  key = 'primary',
): Promise<Answered | null> {
  const { id } = await submit(place, `outputs/submit ${label}`, line, body, { key });
  if (id === '') return null;
  await ended(place, id, key);
  return place.ask(`outputs/${label}`, `GET ${jobPath(id)}`, { key });
}

function scoresOf(job: Answered | null): string {
  return (JSON.stringify(job?.body['output'] ?? null).match(/"score":[^,}]*/g) ?? []).join();
}

async function downloaded(place: Place, job: Answered): Promise<void> {
  const result = resultIn(job);
  if (result === null) return;
  const path = `${assetPath(result)}/content`;
  await place.ask('outputs/result', `GET ${assetPath(result)}`);
  const whole = await place.ask('outputs/content', `GET ${path}`);
  await place.ask('outputs/content, HEAD', `HEAD ${path}`);
  const tag = whole.headers['etag'] ?? '"none"';
  await place.ask('outputs/content, not modified', `GET ${path}`, { headers: { 'If-None-Match': tag } });
  await place.ask('outputs/content, a part', `GET ${path}`, { headers: { Range: 'bytes=0-9' } });
  for (const role of ['other_account', 'second'].filter(place.has))
    await place.ask(`outputs/content, by ${role}`, `GET ${path}`, { key: role });
}
