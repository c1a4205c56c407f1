import { endsOf } from '../../facts/value.ts';
import { type Place, unknownIdLike } from '../place.ts';
import { edgeOf, HAIR, HAIR_FORMS, MAKEUP, makeup, padded, SKIN, skin, source, submit, uploaded } from '../requests.ts';

/**
 * Tests which submissions are accepted. Most of them name an asset that does not exist: if that is why they are
 * refused, their form was accepted.
 */
export async function forms(place: Place): Promise<void> {
  const unknown = unknownIdLike(await uploaded(place));
  const from = await assetForForms(place, unknown);
  const ask = (label: string, line: string, body: object | string, named: string, headers = {}) =>
    submit(place, `forms/${label}`, line, body, { named, headers });
  await skinForms(from, ask);
  await makeupForms(place, from, ask);
  await hairForms(from, ask);
  const good = JSON.stringify(skin(from));
  const typed = (type: string | null) => (type === null ? {} : { 'Content-Type': type });
  for (const type of [
    'text/plain',
    null,
    'application/json; charset=utf-8',
    'Application/JSON; q=1',
    'application/x-www-form-urlencoded',
  ])
    await ask(`type ${type}`, SKIN, good, 'Content-Type', typed(type));
  const json = { 'Content-Type': 'application/json' };
  for (const [label, body] of Object.entries({ 'no JSON': '{"inputs":', 'a list': '[]', nothing: '', null: 'null' }))
    await ask(label, SKIN, body, 'body', json);
  await ask('chunked', SKIN, good, '', { ...json, 'Transfer-Encoding': 'chunked' });
  await keyForms(place, from);
  await limitsOfForms(place, from);
}

type Ask = (label: string, line: string, body: object | string, named: string, headers?: object) => Promise<unknown>;

/** If the server refuses an unknown input before it looks at the form, the forms are tried with an existing input. */
async function assetForForms(place: Place, unknown: string): Promise<string> {
  const both = await submit(place, 'forms/wrong field and unknown input', SKIN, {
    ...source(unknown),
    concerns: ['none'],
  });
  return both.status === 404 ? uploaded(place) : unknown;
}

async function skinForms(from: string, ask: Ask): Promise<void> {
  await ask('as it should be', SKIN, skin(from), '');
  await ask('unknown field', SKIN, skin(from, { surprise: 1 }), 'surprise');
  await ask('null for an optional field', SKIN, skin(from, { visualizations: null }), 'visualizations');
  await ask('two inputs', SKIN, skin(from, { inputs: [source(from).inputs[0], source(from).inputs[0]] }), 'inputs');
  await ask('no input', SKIN, skin(from, { inputs: [] }), 'inputs');
  await ask('input of another role', SKIN, skin(from, { inputs: [{ asset_id: from, role: 'other' }] }), 'role');
  await ask('no concerns', SKIN, skin(from, { concerns: [] }), 'concerns');
  await ask('concerns left out', SKIN, source(from), 'concerns');
  await ask('concern twice', SKIN, skin(from, { concerns: ['acne', 'acne'] }), 'concerns');
  await ask('unknown concern', SKIN, skin(from, { concerns: ['freckles'] }), 'concerns');
  await ask('concerns as text', SKIN, skin(from, { concerns: 'acne' }), 'concerns');
  const mask = (concern: string, kind = 'mask') => ({ concern, kind });
  const shown = (...visualizations: object[]) => ({ concerns: ['acne'], visualizations });
  await ask('picture of another concern', SKIN, skin(from, shown(mask('pore'))), 'visualizations');
  await ask('picture twice', SKIN, skin(from, shown(mask('acne'), mask('acne'))), 'visualizations');
  await ask('picture of another kind', SKIN, skin(from, shown(mask('acne', 'film'))), 'visualizations');
}

async function makeupForms(place: Place, from: string, ask: Ask): Promise<void> {
  const products = (...some: object[]) => ({ ...source(from), products: some });
  await ask('makeup', MAKEUP, makeup(from, place), '');
  await ask('no products', MAKEUP, products(), 'products');
  await ask('unknown category', MAKEUP, products({ category: 'mascara', color: '#a1304a' }), 'category');
  await ask('color left out', MAKEUP, products({ category: 'lipstick' }), 'color');
  const same = { category: 'lipstick', color: '#a1304a' };
  await ask('category twice', MAKEUP, products(same, { ...same, color: '#b1304a' }), 'products');
  for (const color of ['#A1304A', '#a13', 'a1304a', 'red', 'rgb(161, 48, 74)', '#a1304aff', 'no color at all'])
    await ask(`color ${color}`, MAKEUP, products({ category: 'lipstick', color }), 'color');
  const taken: number[] = [];
  for (const opacity of OPACITIES) {
    const one = products({ ...same, opacity });
    const { status } = await submit(place, null, MAKEUP, one, { word: `opacity ${opacity}` });
    if (status !== 400 && status !== 422) taken.push(opacity);
  }
  place.note('forms', 'opacity', JSON.stringify(opacityRange(taken)));
  await ask('opacity as text', MAKEUP, products({ ...same, opacity: '0.5' }), 'opacity');
}

const OPACITIES = [-1, -0.05, 0, 0.04, 0.05, 0.5, 1, 1.01, 2, 100, 101];

/** The first and the last opacity that were tried are not limits: the range may be wider. */
function opacityRange(taken: readonly number[]): (number | string)[] {
  const [least, most] = endsOf(taken);
  const [lowest = 0, highest = 0] = [OPACITIES[0], OPACITIES.at(-1)];
  return [least === lowest ? `less than ${lowest}` : least, most === highest ? `more than ${highest}` : most];
}

async function hairForms(from: string, ask: Ask): Promise<void> {
  for (const [name, colors] of Object.entries(HAIR_FORMS))
    await ask(`hair, ${name}`, HAIR, { ...source(from), ...colors }, name);
  const own = { ...source(from), ...HAIR_FORMS['color_gradient'] };
  const mask = { asset_id: from, role: 'hair_mask' };
  await ask('hair mask as an input', HAIR, { ...own, inputs: [...source(from).inputs, mask] }, 'inputs');
  await ask('hair mask in a field', HAIR, { ...own, hair_mask: { asset_id: from } }, 'hair_mask');
}

/** Tests which idempotency keys are accepted. */
async function keyForms(place: Place, from: string): Promise<void> {
  const keys = {
    'of letters': `key-${place.uuid('k').slice(0, 8)}`,
    'with a space': 'a key',
    'with an umlaut': 'schlüssel',
    empty: '',
  };
  for (const [label, key] of Object.entries(keys))
    await place.ask(`forms/key ${label}`, SKIN, {
      headers: { 'Idempotency-Key': key },
      body: skin(from),
      named: 'Idempotency-Key',
    });
  await place.ask('forms/no key', SKIN, { body: skin(from), named: 'Idempotency-Key' });
  const isTaken = async (length: number) => {
    const key = place
      .uuid(`of ${length}`)
      .replaceAll('-', '')
      .repeat(Math.ceil(length / 32))
      .slice(0, length);
    const { status } = await place.send(SKIN, { headers: { 'Idempotency-Key': key }, body: skin(from) });
    return status !== 400 && status !== 422 && status !== 431 && status !== 0;
  };
  const most = await edgeOf({ least: 16, most: 4_096 }, isTaken);
  place.note('forms', 'characters of a key', most ?? 'more than 4096');
}

async function limitsOfForms(place: Place, from: string): Promise<void> {
  const tried = (body: object) => submit(place, null, 'products' in body ? MAKEUP : SKIN, body, { word: 'limits' });
  const product = (nth: number) => ({ category: 'lipstick', color: `#a1${(0x1000 + nth).toString(16)}` });
  const products = await edgeOf({ least: 1, most: 64 }, async (count) => {
    const { status } = await tried({
      ...source(from),
      products: Array.from({ length: count }, (_, nth) => product(nth)),
    });
    return status !== 400 && status !== 422;
  });
  place.note('forms', 'products', products ?? 'more than 64');
  const sent = (size: number) => ({
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': place.uuid('size') },
    body: padded(skin(from), size),
  });
  const bytes = await edgeOf({ least: 1_000, most: 4_194_304 }, async (size) => {
    const { status } = await place.send(SKIN, sent(size));
    return status !== 413 && status !== 0;
  });
  place.note('forms', 'bytes of a body', bytes ?? 'more than 4194304');
  await place.ask('forms/huge body', SKIN, sent(5_000_000));
}

/** Tests requests with two mistakes, replays, and who shares a key. */
export async function replays(place: Place): Promise<void> {
  const asset = await uploaded(place);
  const first = await submit(place, 'replays/first', SKIN, skin(asset));
  const again = (label: string, line: string, body: object | string, asking = {}) =>
    submit(place, `replays/${label}`, line, body, { word: 'replays/first', ...asking });
  await again('replay', SKIN, skin(asset));
  await again('another body', SKIN, skin(asset, { concerns: ['acne'] }));
  await again('another order of concerns', SKIN, skin(asset, { concerns: ['pore', 'wrinkles', 'redness', 'acne'] }));
  await again('a default that is written', SKIN, skin(asset, { visualizations: [] }));
  await again('another route', MAKEUP, makeup(asset, place));
  await again('a wrong body', SKIN, { surprise: true });
  if (place.has('second')) await again('by the second key', SKIN, skin(asset), { key: 'second' });
  if (place.has('other_account')) {
    const foreign = await uploaded(place, 'face', 'other_account');
    await again('by another account', SKIN, skin(foreign), { key: 'other_account' });
  }
  const shown = [
    { concern: 'acne', kind: 'mask' },
    { concern: 'pore', kind: 'mask' },
  ];
  await pair(
    place,
    'order of pictures',
    skin(asset, { visualizations: shown }),
    skin(asset, { visualizations: shown.toReversed() }),
  );
  const product = (more: object) => ({
    ...source(asset),
    products: [{ category: 'lipstick', color: '#a1304a', ...more }],
  });
  await pair(place, 'opacity left out', product({ opacity: 1 }), product({}));
  await pair(place, 'capitals of a color', product({}), product({ color: '#A1304A' }));
  const text = JSON.stringify(product({ opacity: 1 }));
  await pair(place, 'spelling of a number', text, text.replace('"opacity":1', '"opacity":1.0'));
  await refusedKeys(place, asset);
  place.note('replays', 'first', first.id === '' ? 'refused' : 'accepted');
}

async function pair(place: Place, label: string, one: object | string, other: object | string): Promise<void> {
  const line = typeof one === 'string' || 'products' in one ? MAKEUP : SKIN;
  const headers = { 'Content-Type': 'application/json' };
  await submit(place, null, line, one, { word: label, headers });
  await submit(place, `replays/${label}`, line, other, { word: label, headers });
}

/** Tests whether a refused request claims its key. */
async function refusedKeys(place: Place, asset: string): Promise<void> {
  await submit(place, null, SKIN, skin(asset, { concerns: [] }), { word: 'refused' });
  await submit(place, 'replays/key of a refused request', SKIN, skin(asset), { word: 'refused' });
  const own = await uploaded(place);
  await submit(place, null, SKIN, skin(own), { word: 'gone' });
  await place.send(`DELETE /v1/assets/${own}`);
  await submit(place, 'replays/its input is gone', SKIN, skin(own), { word: 'gone' });
}
