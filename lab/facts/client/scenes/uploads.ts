import { at } from '../forms.ts';
import type { Answer } from '../http.ts';
import { CUT_JPEG, FACE, FACE_JPEG, OTHER_FACE, padded, plainPng, turned } from '../pictures.ts';
import { type Access, advance, assetId, jobIn, now, openAccount, SKIN, skinOf, submit, upload } from '../service.ts';

/** Uploads, good ones and bad ones. */
export async function uploads(access: Access) {
  const account = await openAccount(access);
  const named = { headers: { 'idempotency-key': 'once' } };
  return {
    first: await upload(account),
    again: await upload(account),
    test: await upload(account, FACE, 'image/png', { key: account.keys.test }),
    named: await upload(account, OTHER_FACE, 'image/png', named),
    namedAgain: await upload(account, OTHER_FACE, 'image/png', named),
    withParameters: await upload(account, FACE, 'Image/PNG; a=b'),
    asText: await upload(account, FACE, 'text/plain'),
    ofNoType: await account.call('POST /v1/assets', { bytes: FACE }),
    ofOtherType: await upload(account, FACE, 'image/jpeg'),
    ofNoPicture: await upload(account, Buffer.from('no picture')),
    empty: await upload(account, Buffer.alloc(0)),
    cut: await upload(account, CUT_JPEG, 'image/jpeg'),
    turned: await upload(account, turned(FACE_JPEG), 'image/jpeg'),
    inChunks: await account
      .call('POST /v1/assets', {
        bytes: FACE,
        headers: { 'content-type': 'image/png', 'transfer-encoding': 'chunked', 'content-length': '' },
      })
      .catch(() => null),
    wide: await upload(account, plainPng(30_000, 100)),
    narrow: await upload(account, plainPng(4, 400)),
  };
}

const MIB = 1024 * 1024;

/** The bounds of an upload, each found by halves. */
export async function uploadLimits(access: Access) {
  const account = await openAccount(access);
  const isTaken = async (bytes: Uint8Array) => (await upload(account, bytes)).status < 300;
  const sizes = [0.5, 1, 2, 4, 5, 6, 8, 10, 12, 16, 20].map((size) => size * MIB);
  const longest = [1_024, 2_048, 4_096, 6_000, 8_192, 10_000, 12_000, 16_384, 20_000, 32_000];
  const areas = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 6_324, 8_000];
  const large = await lastTaken(sizes, (size) => isTaken(padded(FACE, size)));
  return {
    bytes: large,
    longestSide: await lastTaken(longest, (side) => isTaken(plainPng(side, 200))),
    pixels: await lastTaken(areas, (side) => isTaken(plainPng(side, side))),
    shortestSide: await lastTaken(descending(1, 256), (side) => isTaken(plainPng(side, 300))),
    tooLarge: await upload(account, padded(FACE, 21 * MIB)),
    tooLargeText: await upload(account, padded(FACE, 21 * MIB), 'text/plain'),
  };
}

function descending(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => to - index);
}

/** The last of some values, each harder than the one before, that is taken; null where none is. */
export async function lastTaken(values: readonly number[], isTaken: (value: number) => Promise<boolean>) {
  let [taken, refused] = [-1, values.length];
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isTaken(values[middle] ?? 0)) taken = middle;
    else refused = middle;
  }
  return values[taken] ?? null;
}

/** Reads, downloads and deletions of assets that are there, foreign, unknown or gone. */
export async function assets(access: Access) {
  const account = await openAccount(access);
  const { call, keys } = account;
  const id = await assetId(account);
  const path = `/v1/assets/${encodeURIComponent(id)}`;
  const read = await call(`GET ${path}`);
  const unknown = `asset_${id.slice(6).replace(/./g, (letter) => (/\d/.test(letter) ? '7' : letter))}`;
  return {
    read,
    readAgain: await call(`GET ${path}`, { headers: { 'if-none-match': read.headers['etag'] ?? '*' } }),
    head: await call(`HEAD ${path}`),
    withParameter: await call(`GET ${path}?colour=red`),
    content: await call(`GET ${path}/content`),
    malformed: await call('GET /v1/assets/x'),
    foreign: await call(`GET ${path}`, { key: keys.test }),
    foreignContent: await call(`GET ${path}/content`, { key: keys.test }),
    unknownContent: await call(`GET /v1/assets/${encodeURIComponent(unknown)}/content`),
    deleteUnknown: await call(`DELETE /v1/assets/${encodeURIComponent(unknown)}`),
    deleteForeign: await call(`DELETE ${path}`, { key: keys.test }),
    deleted: await call(`DELETE ${path}`),
    deletedAgain: await call(`DELETE ${path}`),
    ...(await expiry(access)),
  };
}

/** What becomes of an input at the end of its retention. */
async function expiry(
  access: Access,
): Promise<{ atEnd: Answer; gone: Answer; submitGone: Answer; replayGone: Answer }> {
  const account = await openAccount(access);
  const uploaded = (await upload(account)).json;
  const id = String(at(uploaded, 'id'));
  const same = { headers: { 'idempotency-key': 'before-the-end' } };
  await submit(account, SKIN, skinOf(id), same);
  await advance(account, Date.parse(String(at(uploaded, 'expires_at'))) - (await now(account)));
  const atEnd = await account.call(`GET /v1/assets/${encodeURIComponent(id)}`);
  await advance(account, 2_000);
  return {
    atEnd,
    gone: await account.call(`GET /v1/assets/${encodeURIComponent(id)}`),
    submitGone: await submit(account, SKIN, skinOf(id)),
    replayGone: await submit(account, SKIN, skinOf(id), same),
  };
}

/** Whether the input of a job stays when the job is deleted. */
export async function inputOfDeleted(access: Access) {
  const account = await openAccount(access);
  const { call } = account;
  const held = await jobIn(account, 'queued');
  return { held: await call(`DELETE /v1/jobs/${encodeURIComponent(held)}`) };
}
