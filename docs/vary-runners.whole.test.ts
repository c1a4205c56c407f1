import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';
import type { VaryReport } from '../emulator/vary/report/report.ts';
import { openUserProject } from './user-project.ts';

/**
 * Test suites as users have them. Each has one test that depends on the status of an upload, which `vary` must find
 * without changing the suite, also if its runner writes no results.
 */

const UPLOAD = `
  const upload = (url, key) =>
    fetch(url + '/v1/assets', { method: 'POST', headers: { 'X-API-Key': key, 'Content-Type': 'image/png' }, body: face });`;

const VITEST = `
import { expect, test } from 'tryon-kit/vitest';
import { fixtures } from 'tryon-kit/fixtures';
const face = new Uint8Array(fixtures.face('afro').bytes());
${UPLOAD}
test('uploads a face', async ({ world }) => expect((await upload(world.url, world.keys.test)).ok).toBe(true));
test('sees a new asset', async ({ world }) => expect((await upload(world.url, world.keys.test)).status).toBe(201));
test('sets what it needs itself', async ({ emulator }) => {
  const world = await emulator.worlds.create({ readings: { upload_status: 202 } });
  expect((await upload(emulator.url, world.keys.test)).status).toBe(202);
});
`;

const NODE_TEST = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmulator } from 'tryon-kit';
import { fixtures } from 'tryon-kit/fixtures';
const face = fixtures.face('afro').bytes();
${UPLOAD}
for (const [name, status] of [['uploads a face', null], ['sees a new asset', 201]])
  test(name, async () => {
    const emulator = await createEmulator();
    const answer = await upload(emulator.url, emulator.keys.test);
    await emulator.close();
    assert.ok(answer.ok);
    if (status !== null) assert.equal(answer.status, status);
  });
`;

const JEST = `
const { readFileSync } = require('node:fs');
const face = readFileSync('face.png');
${UPLOAD}
const { TRYON_URL: url, TRYON_TEST_KEY: key } = process.env;
test('uploads a face', async () => expect((await upload(url, key)).ok).toBe(true));
test('sees a new asset', async () => expect((await upload(url, key)).status).toBe(201));
`;

const PYTHON = `
import os
import unittest
import urllib.request


def upload():
    with open("face.png", "rb") as face:
        request = urllib.request.Request(os.environ["TRYON_URL"] + "/v1/assets", data=face.read(), method="POST")
    request.add_header("X-API-Key", os.environ["TRYON_TEST_KEY"])
    request.add_header("Content-Type", "image/png")
    return urllib.request.urlopen(request).status


class Uploads(unittest.TestCase):
    def test_uploads_a_face(self):
        assert upload() < 300

    def test_sees_a_new_asset(self):
        assert upload() == 201
`;

const PYTHON3 = process.env['PYTHON'] ?? 'python3';

/** Each with the name of its failing test, if its runner writes JUnit; else the exit code is all that is known. */
const SUITES = [
  {
    name: 'vitest',
    files: { 'uploads.test.mjs': VITEST },
    command: 'vitest run --reporter=junit --outputFile=junit.xml',
    test: /sees a new asset/,
  },
  {
    name: 'node:test',
    files: { 'uploads.test.mjs': NODE_TEST },
    command: 'node --test --test-reporter=junit --test-reporter-destination=junit.xml',
    test: /sees a new asset$/,
  },
  { name: 'Jest', files: { 'uploads.test.cjs': JEST }, command: 'jest --testMatch "**/*.test.cjs"' },
  {
    name: 'pytest',
    files: { 'test_uploads.py': PYTHON },
    command: `${PYTHON3} -m pytest -q --junit-xml=junit.xml`,
    test: /test_sees_a_new_asset/,
    needs: [PYTHON3, '-m', 'pytest', '--version'],
  },
  {
    name: 'unittest',
    files: { 'test_uploads.py': PYTHON },
    command: `${PYTHON3} -m unittest`,
    needs: [PYTHON3, '--version'],
  },
];

describe('a suite is varied without a change to it', { timeout: 120_000 }, () => {
  it.for(SUITES)('of $name', async ({ files, command, test = undefined, needs = ['node', '--version'] }, { skip }) => {
    const project = openUserProject(SHIPPED);
    try {
      if ((await project.run(needs.join(' '))).code !== 0) skip(`there is no ${needs.join(' ')} here`);
      project.write({ ...files });
      await project.run(
        `node --input-type=module -e "import{fixtures}from'tryon-kit/fixtures';import{writeFileSync}from'node:fs';writeFileSync('face.png',fixtures.face('afro').bytes())"`,
      );
      const line = `npx tryon-emulator vary --only upload_status,extra_fields,upload-503 --json report.json -- ${command}`;
      const { code, text } = await project.run(line);
      expect(code, text).toBe(1);
      const { rows } = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as VaryReport;
      const found = rows.filter(({ kind, verdict }) => kind === 'lawful' && verdict === 'finding');
      expect(found.map(({ variation }) => variation)).toEqual(['upload_status=200', 'upload_status=202']);
      for (const { failed } of found) expect(failed).toEqual(test === undefined ? [] : [expect.stringMatching(test)]);
      const fine = rows.filter(({ verdict }) => verdict === 'fine').map(({ variation }) => variation);
      // These tests submit no job, so additional fields cannot appear in one.
      expect(fine).toEqual(['extra_fields=everywhere']);
    } finally {
      project.remove();
    }
  });
});
