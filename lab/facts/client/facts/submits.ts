import { at, details, errorMembers, header, message, names, place, refusal, says, tag } from '../forms.ts';
import type { Answer, Sent } from '../http.ts';
import type { Found } from '../read-facts.ts';
import {
  type Access,
  assetId,
  finish,
  jobPath,
  MAKEUP,
  makeupOf,
  openAccount,
  SKIN,
  skinOf,
  submit,
} from '../service.ts';
import { lastTaken } from './uploads.ts';

const same = { headers: { 'idempotency-key': 'the-same-key-twice' } };

/** An accepted submission, and replays of it while the job waits and when it is done. */
export async function submits(access: Access): Promise<Found> {
  const account = await openAccount(access);
  await account.drive('POST /plans', { hold_at: 'preparing' });
  const body = skinOf(await assetId(account));
  const accepted = await submit(account, SKIN, body, same);
  const id = String(at(accepted.json, 'id'));
  const replayed = await submit(account, SKIN, body, same);
  for (let step = 0; step < 3; step += 1) await account.drive(`POST /jobs/${encodeURIComponent(id)}/step`);
  const running = await submit(account, SKIN, body, same);
  await finish(account, id);
  const done = await submit(account, SKIN, body, same);
  await account.call(`DELETE ${jobPath(id)}`);
  return {
    'submit.202.retry-after': header(accepted, 'retry-after'),
    'submit.202.location': place(accepted),
    'submit.202.etag': tag(accepted),
    'submit.202.headers': names(accepted),
    'submit.202.status': at(accepted.json, 'status'),
    'replay.retry-after while queued': header(replayed, 'retry-after'),
    'replay.retry-after when done': header(done, 'retry-after'),
    'replay.location': place(replayed),
    'replay.etag': tag(replayed),
    'replay.headers': names(replayed),
    'replay.shows while running': at(running.json, 'status'),
    'replay.shows when done': at(done.json, 'status'),
    'replay.deleted job, message': message(await submit(account, SKIN, body, same)),
    'replay.deleted job, other request': refusal(await submit(account, SKIN, { ...body, concerns: ['pore'] }, same)),
  };
}

/** Which requests share an Idempotency-Key, and which keys are accepted. */
export async function keys(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const other = await openAccount(access);
  const asset = await assetId(account);
  const body = skinOf(asset);
  const first = at((await submit(account, SKIN, body, same)).json, 'id');
  const ofSecond = await submit(account, SKIN, body, { ...same, key: account.keys.second });
  const under = async (key: string) =>
    refusal(await submit(account, SKIN, body, { headers: { 'idempotency-key': key } }));
  const lengths = [36, 64, 100, 128, 200, 255, 256, 300, 512, 1_024, 4_096];
  const refused = { headers: { 'idempotency-key': 'refused' } };
  await submit(account, SKIN, { ...body, concerns: ['nothing'] }, refused);
  const missing = await account.call(SKIN, { json: body });
  const foreign = await submit(other, SKIN, skinOf(await assetId(other)), same);
  return {
    'key.missing': refusal(missing),
    'key.missing, details': details(missing),
    'key.empty': await under(''),
    'key.with a space': await under('with a space'),
    'key.beyond ascii': await under('caf\u00e9'),
    'key.longest': await lastTaken(lengths, async (length) => (await under('k'.repeat(length))) === 'taken'),
    'key.of another API key': at(ofSecond.json, 'id') === first ? 'the same job' : refusal(ofSecond),
    'key.of another account': refusal(foreign),
    'key.on another route': refusal(await submit(account, MAKEUP, makeupOf(asset), same)),
    'key.of a refused request': refusal(await submit(account, SKIN, body, refused)),
    'key.conflict, error members': errorMembers(await submit(account, SKIN, { ...body, concerns: ['pore'] }, same)),
    'same.default said': refusal(await submit(account, SKIN, { ...body, visualizations: [] }, same)),
  };
}

/** The same makeup submission in other spellings. */
export async function spellings(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const asset = await assetId(account);
  const json = JSON.stringify(makeupOf(asset, { opacity: 1 }));
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'spelled' };
  const spelled = async (bytes: string) => refusal(await account.call(MAKEUP, { bytes, headers }));
  await spelled(json);
  return {
    'same.number spelled': await spelled(json.replace('"opacity":1', '"opacity":1.0')),
    'same.color spelled': await spelled(json.replace('#a1304a', '#A1304A')),
    'same.opacity left out': await spelled(JSON.stringify(makeupOf(asset))),
  };
}

/** Submissions with one mistake each. */
export async function faultySkin(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const asset = await assetId(account);
  const skin = (more: object) => submit(account, SKIN, skinOf(asset, more));
  const refused = async (more: object) => refusal(await skin(more));
  const raw = async (bytes: string, type = 'application/json') => {
    const headers = { 'content-type': type, 'idempotency-key': `raw-${type.length}-${bytes.length}` };
    return refusal(await account.call(SKIN, { bytes, headers }));
  };
  const source = { asset_id: asset, role: 'source' };
  const good = JSON.stringify(skinOf(asset));
  const mask = { concern: 'acne', kind: 'mask' };
  const lost = await skin({ inputs: [{ ...source, asset_id: 'asset_0000000000000000' }] });
  const unknown = await skin({ concerns: ['acne', 'nothing'] });
  const further = await skin({ colour: 'red' });
  const sizes = [16, 32, 64, 100, 128, 256, 512, 1_024, 2_048, 4_096].map((kib) => kib * 1_024);
  return {
    'submit.no JSON': await raw('{"inputs":'),
    'submit.no object': await raw('[]'),
    'submit.empty body': await raw(''),
    'submit.text type': await raw(good, 'text/plain'),
    'submit.type with charset': await raw(good, 'application/json; charset=utf-8'),
    'submit.most bytes': await lastTaken(sizes, async (size) => (await raw(good.padEnd(size))) === 'taken'),
    'submit.too long': await raw(good.padEnd(5 * 1024 * 1024)),
    'submit.unknown member': refusal(further),
    'submit.unknown member, details': details(further),
    'submit.unknown concern': refusal(unknown),
    'submit.unknown concern, details': details(unknown),
    'submit.unknown concern, message': message(unknown),
    'submit.unknown concern is named': says('concerns', unknown),
    'submit.no concerns member': refusal(await submit(account, SKIN, { inputs: [source] })),
    'submit.no concerns': await refused({ concerns: [] }),
    'submit.concern twice': await refused({ concerns: ['acne', 'acne'] }),
    'submit.visualizations null': await refused({ visualizations: null }),
    'submit.visualization of another concern': await refused({ visualizations: [{ concern: 'pore', kind: 'mask' }] }),
    'submit.visualization twice': await refused({ visualizations: [mask, mask] }),
    'submit.no inputs': await refused({ inputs: [] }),
    'submit.two inputs': await refused({ inputs: [source, source] }),
    'submit.another role': await refused({ inputs: [{ ...source, role: 'face' }] }),
    'submit.unknown input, details': details(lost),
    'submit.unknown input, message': message(lost),
  };
}

const RED = { category: 'lipstick', color: '#a1304a' };

export async function faultyMakeup(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const asset = await assetId(account);
  const inputs = [{ asset_id: asset, role: 'source' }];
  const makeup = async (product: object) => refusal(await submit(account, MAKEUP, makeupOf(asset, product)));
  const all = async (products: object[]) => refusal(await submit(account, MAKEUP, { inputs, products }));
  return {
    'makeup.no products': await all([]),
    'makeup.same category twice': await all([RED, RED]),
    'makeup.sixty products': await all(Array.from({ length: 60 }, () => RED)),
    'makeup.unknown category': await makeup({ category: 'mascara' }),
    'makeup.unknown member of a product': await makeup({ finish: 'matte' }),
    'makeup.opacity 1.5': await makeup({ opacity: 1.5 }),
    'makeup.opacity -0.5': await makeup({ opacity: -0.5 }),
    'makeup.opacity null': await makeup({ opacity: null }),
    'makeup.color red': await makeup({ color: 'red' }),
    'makeup.color #a13': await makeup({ color: '#a13' }),
    'makeup.color a1304a': await makeup({ color: 'a1304a' }),
    'makeup.color rgb()': await makeup({ color: 'rgb(161, 48, 74)' }),
  };
}

/** Requests with two mistakes. The reported one shows which check comes first. */
export async function order(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const poor = await openAccount(access, { credits: 0, enforced: true });
  const none = { key: account.keys.none };
  const lost = { inputs: [{ asset_id: 'asset_0000000000000000', role: 'source' }], concerns: ['acne'] };
  const large: Sent = {
    ...none,
    bytes: ' '.repeat(5_000_000),
    headers: { 'content-type': 'application/json', ...same.headers },
  };
  const own = await assetId(poor);
  await submit(account, SKIN, skinOf(await assetId(account)), same);
  const reported = async (sent: Promise<Answer>) => refusal(await sent);
  const inputOrCredits = await reported(submit(poor, SKIN, lost));
  const creditsOrForm = await reported(submit(poor, SKIN, skinOf(own, { concerns: [] })));
  await poor.drive('PATCH /switches', { admission_per_minute: 0 });
  return {
    'order.scope or form': await reported(submit(account, SKIN, { colour: 1 }, none)),
    'order.scope or size': await reported(account.call(SKIN, large)),
    'order.scope or input': await reported(submit(account, SKIN, lost, none)),
    'order.form or input': await reported(submit(account, SKIN, { ...lost, concerns: ['nothing'] })),
    'order.conflict or input': await reported(submit(account, SKIN, lost, same)),
    'order.input or credits': inputOrCredits,
    'order.credits or form': creditsOrForm,
    'order.credits or limits': await reported(submit(poor, SKIN, skinOf(own))),
    'order.form or limits': await reported(submit(poor, SKIN, skinOf(own, { concerns: [] }))),
  };
}
