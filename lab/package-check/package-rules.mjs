// Checks the tarball before anything is installed: its files, and the promises of its package.json.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { npm } from './npm.mjs';

/** An ESM package does not support `require` in old modes. Everything else that is found is a mistake. */
const OF_NO_ACCOUNT = ['node10', 'node16-cjs'];
const STRAY = /\.test\.|\/(?:bench|testing|prove|spec)\/|\.map$|tsconfig/;
const NEEDED = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'llms.txt',
  'docs/for-agents.md',
  'docker/Dockerfile',
  'docker/package.Dockerfile',
  'dist/licenses.txt',
  'dist/picture-worker.js',
  'dist/console/index.html',
];

/** Returns everything that is wrong with the tarball, each with its place. */
export async function problemsOf(tarball, paths) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const found = await Promise.all([publishProblems(), publintProblems(tarball), typeProblems(tarball)]);
  return [...fileProblems(paths), ...pathProblems(manifest, paths), ...linkProblems(paths), ...found.flat()];
}

function fileProblems(paths) {
  const strays = paths.filter((path) => STRAY.test(path)).map((path) => `${path} is packed, and of no use to users`);
  const missing = NEEDED.filter((path) => !paths.includes(path)).map((path) => `${path} is not packed`);
  return [...strays, ...missing];
}

/** Each path in package.json is a packed file. */
function pathProblems({ exports, bin }, paths) {
  const promised = [...Object.values(exports), ...Object.values(bin)].flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  return promised
    .map((target) => target.replace(/^\.\//, ''))
    .filter((target) => !paths.includes(target))
    .map((target) => `package.json leads to ${target}, which is not packed`);
}

/** Each link of a packed page points to a packed file or the web. */
function linkProblems(paths) {
  return paths
    .filter((path) => path.endsWith('.md') || path === 'llms.txt')
    .flatMap((page) => linksOf(page).map((link) => ({ page, link, to: posix.join(posix.dirname(page), link) })))
    .filter(({ to }) => !paths.some((path) => path === to || path.startsWith(`${to.replace(/\/$/, '')}/`)))
    .map(({ page, link }) => `${page} leads to ${link}, which is not packed`);
}

function linksOf(page) {
  const prose = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link.replace(/#.*/, ''));
  return links.filter((link) => link !== '' && !/^[a-z]+:/.test(link));
}

/** npm fixes invalid fields when it publishes, and prints a warning. It would just remove an invalid bin. */
async function publishProblems() {
  const args = ['publish', '--dry-run', '--ignore-scripts', '--registry', 'http://127.0.0.1:9'];
  const { stderr } = await npm(args, { loglevel: 'warn' });
  const lines = stderr
    .split('\n')
    .filter((line) => line.startsWith('npm warn publish ') && !line.includes('logged in'));
  return lines.map((line) => `npm publish --dry-run: ${line.slice('npm warn publish '.length)}`);
}

async function publintProblems(tarball) {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball);
  const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) };
  const { messages, pkg } = await publint({ pack, level: 'suggestion', strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function typeProblems(tarball) {
  const { problems = [], types } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  if (types === false) return ['attw: there are no types'];
  return problems
    .filter(({ resolutionKind }) => !OF_NO_ACCOUNT.includes(resolutionKind))
    .map(
      ({ kind, entrypoint, resolutionKind, ...rest }) =>
        `attw: ${kind} ${entrypoint ?? rest.fileName} (${resolutionKind ?? 'any'})`,
    );
}
