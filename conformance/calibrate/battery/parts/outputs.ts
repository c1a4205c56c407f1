import { CONCERNS } from '../../../model/mistakes.ts';
import { assetPath, jobPath } from '../../../target/routes.ts';
import type { Answered, Place } from '../place.ts';
import { ended, HAIR, HAIR_FORMS, MAKEUP, makeup, SKIN, skin, source, submit, uploaded } from '../requests.ts';
import { resultIn } from './jobs.ts';

/** What results are made of, and how they are downloaded. */
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
  for (const [name, colors] of Object.entries(HAIR_FORMS))
    await produced(place, `hair, ${name}`, HAIR, { ...source(asset), ...colors });
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
