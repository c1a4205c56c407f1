import { at } from '../forms.ts';
import type { Answer, Sent } from '../http.ts';
import { plainPng } from '../pictures.ts';
import {
  type Access,
  type Account,
  advance,
  assetId,
  finish,
  HAIR,
  MAKEUP,
  makeupOf,
  openAccount,
  readJob,
  SKIN,
  skinOf,
  submit,
} from '../service.ts';
import { lastTaken } from './uploads.ts';

const same = { headers: { 'idempotency-key': 'the-same-key-twice' } };

/** An accepted submission, and its replays while the job waits and when it is done. */
export async function submits(access: Access) {
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
  await account.call(`DELETE /v1/jobs/${encodeURIComponent(id)}`);
  return {
    accepted,
    replayed,
    running,
    done,
    deleted: await submit(account, SKIN, body, same),
    deletedOther: await submit(account, SKIN, { ...body, concerns: ['pore'] }, same),
  };
}

/** Who shares an Idempotency-Key, which it may be, and when a request is the same. */
export async function keys(access: Access) {
  const account = await openAccount(access);
  const other = await openAccount(access);
  const asset = await assetId(account);
  const body = skinOf(asset);
  const first = await submit(account, SKIN, body, same);
  const sameJob = (answer: Answer) =>
    at(answer.json, 'id') === at(first.json, 'id')
      ? 'the same job'
      : answer.status < 300
        ? 'another job'
        : answer.status;
  const under = (key: string) => submit(account, SKIN, body, { headers: { 'idempotency-key': key } });
  const isTaken = async (length: number) => (await under('k'.repeat(length))).status < 300;
  const refused = { headers: { 'idempotency-key': 'refused' } };
  await submit(account, SKIN, { ...body, concerns: [] }, refused);
  await submit(account, SKIN, { ...body, concerns: ['nothing'] }, refused);
  return {
    none: await account.call(SKIN, { json: body }),
    empty: await under(''),
    withSpace: (await under('with a space')).status,
    beyondAscii: (await under('caf\u00e9')).status,
    longest: await lastTaken([36, 64, 100, 128, 200, 255, 256, 300, 512, 1_024, 4_096], isTaken),
    ofSecondKey: sameJob(await submit(account, SKIN, body, { ...same, key: account.keys.second })),
    ofOtherAccount: (await submit(other, SKIN, skinOf(await assetId(other)), same)).status,
    onOtherRoute: (await submit(account, MAKEUP, makeupOf(asset), same)).status,
    conflict: await submit(account, SKIN, { ...body, concerns: ['pore'] }, same),
    defaultSaid: (await submit(account, SKIN, { ...body, visualizations: [] }, same)).status,
    ofRefused: (await submit(account, SKIN, body, refused)).status,
    ...(await spellings(account, asset)),
  };
}

/** The same makeup in another spelling. */
async function spellings(account: Account, asset: string) {
  const json = JSON.stringify(makeupOf(asset, { opacity: 1 }));
  const spelled = (bytes: string) =>
    account.call(MAKEUP, { bytes, headers: { 'content-type': 'application/json', 'idempotency-key': 'spelled' } });
  await spelled(json);
  return {
    numberSpelled: (await spelled(json.replace('"opacity":1', '"opacity":1.0'))).status,
    colorSpelled: (await spelled(json.replace('#a1304a', '#A1304A'))).status,
    opacityLeftOut: (await spelled(JSON.stringify(makeupOf(asset)))).status,
  };
}

/** Submissions with one fault each. */
export async function faultySubmits(access: Access) {
  const account = await openAccount(access);
  const asset = await assetId(account);
  const skin = (more: object, sent?: Sent) => submit(account, SKIN, skinOf(asset, more), sent);
  const makeup = (product: object) => submit(account, MAKEUP, makeupOf(asset, product));
  const raw = (bytes: string, type = 'application/json', at = SKIN) =>
    account.call(at, {
      bytes,
      headers: { 'content-type': type, 'idempotency-key': `raw ${bytes.length}`.replace(' ', '-') },
    });
  const source = { asset_id: asset, role: 'source' };
  const good = JSON.stringify(skinOf(asset));
  const isTaken = async (size: number) => (await raw(good.padEnd(size))).status < 300;
  const eyes = { concern: 'acne', kind: 'mask' };
  return {
    noJson: await raw('{"inputs":'),
    noObject: await raw('[]'),
    emptyBody: await raw(''),
    asText: await raw(good, 'text/plain'),
    withCharset: await raw(good, 'application/json; charset=utf-8'),
    longest: await lastTaken(
      [16, 32, 64, 100, 128, 256, 512, 1_024, 2_048, 4_096].map((kib) => kib * 1_024),
      isTaken,
    ),
    tooLong: await raw(good.padEnd(5 * 1024 * 1024)),
    unknownMember: await skin({ colour: 'red' }),
    noConcernsMember: await submit(account, SKIN, { inputs: [source] }),
    noConcerns: await skin({ concerns: [] }),
    unknownConcern: await skin({ concerns: ['acne', 'nothing'] }),
    concernTwice: await skin({ concerns: ['acne', 'acne'] }),
    concernsNoList: await skin({ concerns: 'acne' }),
    nullVisualizations: await skin({ visualizations: null }),
    visualizationOfOther: await skin({ visualizations: [{ concern: 'pore', kind: 'mask' }] }),
    visualizationTwice: await skin({ visualizations: [eyes, eyes] }),
    noInputs: await skin({ inputs: [] }),
    twoInputs: await skin({ inputs: [source, source] }),
    otherRole: await skin({ inputs: [{ ...source, role: 'face' }] }),
    unknownInput: await skin({ inputs: [{ ...source, asset_id: 'asset_0000000000000000' }] }),
    noProducts: await submit(account, MAKEUP, { inputs: [source], products: [] }),
    sameCategory: await submit(account, MAKEUP, { inputs: [source], products: [RED, RED] }),
    manyProducts: await submit(account, MAKEUP, { inputs: [source], products: Array.from({ length: 60 }, () => RED) }),
    unknownCategory: await makeup({ category: 'mascara' }),
    extraInProduct: await makeup({ finish: 'matte' }),
    opacityAbove: await makeup({ opacity: 1.5 }),
    opacityBelow: await makeup({ opacity: -0.5 }),
    nullOpacity: await makeup({ opacity: null }),
    colorName: await makeup({ color: 'red' }),
    colorShort: await makeup({ color: '#a13' }),
    colorBare: await makeup({ color: 'a1304a' }),
    colorFunction: await makeup({ color: 'rgb(161, 48, 74)' }),
  };
}

const RED = { category: 'lipstick', color: '#a1304a' };

/** Requests with two faults: which of them is told shows what is looked at first. */
export async function order(access: Access) {
  const account = await openAccount(access);
  const poor = await openAccount(access, { credits: 0, enforced: true });
  const none = { key: account.keys.none };
  const lost = { inputs: [{ asset_id: 'asset_0000000000000000', role: 'source' }], concerns: ['acne'] };
  const asset = await assetId(account);
  const own = await assetId(poor);
  await poor.drive('PATCH /switches', { admission_per_minute: 0 });
  const creditsAndLimits = await submit(poor, SKIN, skinOf(own));
  return {
    scopeAndForm: await submit(account, SKIN, { colour: 1 }, none),
    scopeAndSize: await account.call(SKIN, { ...none, bytes: ' '.repeat(5_000_000), headers: TYPED }),
    scopeAndInput: await submit(account, SKIN, lost, none),
    formAndInput: await submit(account, SKIN, { ...lost, concerns: ['nothing'] }),
    keyAndForm: await account.call(SKIN, { json: skinOf(asset, { concerns: 1 }) }),
    inputAndCredits: await submit(await openAccount(access, { credits: 0, enforced: true }), SKIN, lost),
    creditsAndForm: await submit(poor, SKIN, skinOf(own, { concerns: [] })),
    creditsAndLimits,
    conflictAndInput: await conflictWithLost(account, asset, lost),
  };
}

const TYPED = { 'content-type': 'application/json', 'idempotency-key': 'typed' };

async function conflictWithLost(account: Account, asset: string, lost: object): Promise<Answer> {
  await submit(account, SKIN, skinOf(asset), same);
  return submit(account, SKIN, lost, same);
}

/** Hair try-ons, which are a draft. */
export async function hair(access: Access) {
  const account = await openAccount(access);
  const inputs = [{ asset_id: await assetId(account), role: 'source' }];
  const gradient = { dark: { color: '#3B1f14', opacity: 0.5 }, light: { color: '#7a4a2e' } };
  const accepted = await submit(account, HAIR, { inputs, color_gradient: gradient });
  const id = at(accepted.json, 'id');
  return { accepted, done: typeof id === 'string' ? await finish(account, id) : null };
}

/** A picture without a face, and an input that is a result. */
export async function odd(access: Access) {
  const account = await openAccount(access);
  const faceless = await submit(account, SKIN, skinOf(await assetId(account, plainPng(300, 300))));
  const made = await finish(
    account,
    String(at((await submit(account, MAKEUP, makeupOf(await assetId(account)))).json, 'id')),
  );
  const result = String(at(made.json, 'output.image.id'));
  await advance(account, 1_000);
  return {
    faceless: await finish(account, String(at(faceless.json, 'id'))).catch(() => readJob(account, 'none')),
    resultAsInput: await submit(account, SKIN, skinOf(result)),
    deleteResult: await account.call(`DELETE /v1/assets/${encodeURIComponent(result)}`),
  };
}
