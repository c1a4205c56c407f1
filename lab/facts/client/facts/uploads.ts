import {
  at,
  between,
  details,
  header,
  idForm,
  length,
  members,
  message,
  names,
  place,
  refusal,
  spacing,
  tag,
  timeForm,
} from '../forms.ts';
import { CUT_JPEG, FACE, FACE_JPEG, OTHER_FACE, padded, plainPng, turned } from '../pictures.ts';
import type { Found } from '../read-facts.ts';
import { type Access, advance, assetId, now, openAccount, SKIN, skinOf, submit, upload } from '../service.ts';

export const ASSET = 'id purpose media_type size_bytes width height created_at expires_at livemode'.split(' ');

/** Valid and invalid uploads. */
export async function uploads(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const first = await upload(account);
  const named = { headers: { 'idempotency-key': 'once' } };
  const once = await upload(account, OTHER_FACE, 'image/png', named);
  const twice = await upload(account, OTHER_FACE, 'image/png', named);
  const noPicture = await upload(account, Buffer.from('no picture'));
  const asText = await upload(account, FACE, 'text/plain');
  const quarter = await upload(account, turned(FACE_JPEG), 'image/jpeg');
  const ofTest = await upload(account, FACE, 'image/png', { key: account.keys.test });
  return {
    'upload.status': first.status,
    'upload.location': place(first),
    'upload.etag': tag(first),
    'upload.headers': names(first),
    'upload.further members': members(first.json, ASSET),
    'upload.livemode': at(first.json, 'livemode'),
    'upload.livemode of a test key': at(ofTest.json, 'livemode'),
    'upload.kept for': between(at(first.json, 'created_at'), at(first.json, 'expires_at')),
    'upload.same picture again': at(first.json, 'id') === at((await upload(account)).json, 'id'),
    'upload.same key again': twice.status < 300 ? at(once.json, 'id') === at(twice.json, 'id') : refusal(twice),
    'upload.type with parameters': refusal(await upload(account, FACE, 'Image/PNG; a=b')),
    'upload.text type': refusal(asText),
    'upload.text type, details': details(asText),
    'upload.no type': refusal(await account.call('POST /v1/assets', { bytes: FACE })),
    'upload.wrong type': refusal(await upload(account, FACE, 'image/jpeg')),
    'upload.no picture': refusal(noPicture),
    'upload.no picture, details': details(noPicture),
    'upload.no picture, message': message(noPicture),
    'upload.empty': refusal(await upload(account, Buffer.alloc(0))),
    'upload.cut picture': refusal(await upload(account, CUT_JPEG, 'image/jpeg')),
    'upload.turned picture is upright': Number(at(quarter.json, 'width')) > Number(at(quarter.json, 'height')),
    'upload.30000 wide': refusal(await upload(account, plainPng(30_000, 100))),
    'upload.4 wide': refusal(await upload(account, plainPng(4, 400))),
    'ids of assets': idForm(at(first.json, 'id')),
    times: timeForm(at(first.json, 'created_at')),
    'json.type': header(first, 'content-type'),
    'json.spacing': spacing(first),
    'json.length': length(first),
    connection: header(first, 'connection'),
    'cache-control': header(first, 'cache-control'),
    server: header(first, 'server'),
  };
}

const MIB = 1024 * 1024;
const SIZES = [0.5, 1, 2, 4, 5, 6, 8, 10, 12, 16, 20].map((size) => size * MIB);
const LONG_SIDES = [1_024, 2_048, 4_096, 6_000, 8_192, 10_000, 12_000, 16_384, 20_000, 32_000];
const SHORT_SIDES = Array.from({ length: 256 }, (_, index) => 256 - index);
const SQUARES = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 6_324, 8_000];

/** The limits of an upload, each found by binary search. */
export async function uploadLimits(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const isTaken = async (bytes: Uint8Array) => (await upload(account, bytes)).status < 300;
  const tooLarge = padded(FACE, 21 * MIB);
  return {
    'upload.most bytes': await lastTaken(SIZES, (size) => isTaken(padded(FACE, size))),
    'upload.longest side': await lastTaken(LONG_SIDES, (side) => isTaken(plainPng(side, 200))),
    'upload.shortest side': await lastTaken(SHORT_SIDES, (side) => isTaken(plainPng(side, 300))),
    'upload.largest square': await lastTaken(SQUARES, (side) => isTaken(plainPng(side, side))),
    'upload.too large': refusal(await upload(account, tooLarge)),
    'order.size or type': refusal(await upload(account, tooLarge, 'text/plain')),
  };
}

/** Returns the last value that is accepted, for values that get more and more demanding; null if none is. */
export async function lastTaken(values: readonly number[], isTaken: (value: number) => Promise<boolean>) {
  let [taken, refused] = [-1, values.length];
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isTaken(values[middle] ?? 0)) taken = middle;
    else refused = middle;
  }
  return values[taken] ?? null;
}

/** Reads, downloads and deletions of assets: existing, of another account, unknown or deleted. */
export async function assets(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const { call, keys } = account;
  const path = `/v1/assets/${encodeURIComponent(await assetId(account))}`;
  const unknown = '/v1/assets/asset_0000000000000000';
  const read = await call(`GET ${path}`);
  return {
    'asset.headers': names(read),
    'asset.etag': tag(read),
    'asset.known tag': (await call(`GET ${path}`, { headers: { 'if-none-match': read.headers['etag'] ?? '*' } }))
      .status,
    'asset.head': (await call(`HEAD ${path}`)).status,
    'asset.unknown parameter': refusal(await call(`GET ${path}?colour=red`)),
    'asset.malformed id': refusal(await call('GET /v1/assets/x')),
    'asset.content of an input': refusal(await call(`GET ${path}/content`)),
    'asset.content of a foreign one': refusal(await call(`GET ${path}/content`, { key: keys.test })),
    'asset.content of an unknown one': refusal(await call(`GET ${unknown}/content`)),
    'asset.deletion of an unknown one': refusal(await call(`DELETE ${unknown}`)),
    'asset.deletion of a foreign one': refusal(await call(`DELETE ${path}`, { key: keys.test })),
    'asset.deletion, headers': names(await call(`DELETE ${path}`)),
  };
}

/** An input at the end of its retention. */
export async function expiry(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const { json } = await upload(account);
  const id = String(at(json, 'id'));
  const same = { headers: { 'idempotency-key': 'before-the-end' } };
  await submit(account, SKIN, skinOf(id), same);
  await advance(account, Date.parse(String(at(json, 'expires_at'))) - (await now(account)));
  const atEnd = await account.call(`GET /v1/assets/${encodeURIComponent(id)}`);
  await advance(account, 2_000);
  return {
    'asset.at its expiry': atEnd.status,
    'submit.expired input': refusal(await submit(account, SKIN, skinOf(id))),
    'replay.expired input': refusal(await submit(account, SKIN, skinOf(id), same)),
  };
}
