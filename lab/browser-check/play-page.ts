import type { ChildProcess } from 'node:child_process';
import { freePort } from '../../conformance/testing/free-port.ts';
import { type Ended, openUserProject, type UserProject } from '../../docs/user-project.ts';

/** A step of a reader: write a file, run a command, or compare its output with the page. */
export type Step = Line | { kind: 'file'; name: string; text: string } | { kind: 'shown'; lines: string[] };

type Line = { kind: 'line'; line: string; code: number; isBackground: boolean };

/** `problems` is empty if every command works as the page says. */
export type Played = { problems: string[]; lines: number; leftOut: string[] };

const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;
const FILE_NAME = /^(?:\/\/|#|<!--) (\S+\.\w+|\S*Dockerfile)(?: -->)?\n/;
const PROMPT = /^\$ (.*?)(?:\s+# (.*))?$/gm;
const HAS_NO_REMARKS = /\.(?:json|md)$/;
/** Commands that are skipped: the tools of the checkout are used, and `npm run container-check` tests containers. */
const INSTALLS = /^(?:npm install|docker run)\b/;
const USUAL = '4010';
/**
 * Tools that a command needs, with a command that checks for each. If the tool is missing, the command is skipped and
 * reported.
 */
const NEEDED: [RegExp, string][] = [
  [/\bgo test\b/, 'go version'],
  [/-m pytest\b.* -n\b/, 'python3 -c "import pytest, xdist"'],
  [/-m pytest\b/, 'python3 -m pytest --version'],
  [/\bjava\b/, 'java -version'],
  [/\bkeytool\b/, 'keytool -help'],
  [/\bpython3\b/, 'python3 --version'],
];
/** Sets a variable for all later commands, because each of them runs in a new shell. */
const EXPORT = /^export (\w+)=(\S+)$/;
const PORTS = /\b(?:3000|4010|4011|4020|4030|4443)\b/g;

export function stepsOf(page: string): Step[] {
  return [...page.matchAll(BLOCK)].flatMap(([, language = '', body = '']): Step[] => {
    if (language === 'console') return linesOf(body);
    if (language === 'text') return [{ kind: 'shown', lines: body.split('\n').filter((line) => line !== '') }];
    const [first, name] = FILE_NAME.exec(body) ?? [];
    if (first === undefined || name === undefined)
      throw new Error(
        `a block has neither a language that the tests know nor a file name in its first line: ${body.slice(0, 80)}`,
      );
    return [{ kind: 'file', name, text: HAS_NO_REMARKS.test(name) ? body.slice(first.length) : body }];
  });
}

function linesOf(body: string): Step[] {
  return [...body.matchAll(PROMPT)].map(([, line = '', remark = '']) => ({
    kind: 'line',
    line: line.replace(/ &$/, ''),
    code: Number(/\bends with (\d)/.exec(remark)?.[1] ?? 0),
    isBackground: line.endsWith(' &'),
  }));
}

/** Follows a page from top to bottom in a new folder, with free ports instead of those on the page. */
export async function playPage(page: string, dist: URL): Promise<Played> {
  const project = openUserProject(dist);
  const ports = await freePorts(new Set([USUAL, ...(page.match(PORTS) ?? [])]));
  const placed = (text: string) => text.replace(PORTS, (port) => ports.get(port) ?? port);
  // Keeps an emulator on loopback even if the page opens it to a network, and prevents timeouts on a busy machine. The
  // test of examples/partial-server/ plays the whole suite on that server.
  const typed = (line: string) =>
    placed(
      line
        .replace(/ --target server\/target\.yaml\b/, '$& --only cancel,auth')
        .replace(/ --https\b/, '$& --https-port 4443')
        .replace(/tryon-emulator start(?!.* --port)/, `$& --port ${USUAL}`)
        .replace('0.0.0.0', '127.0.0.1')
        .replace(/\bvitest run\b|\bnpx jest\b/, '$& --testTimeout=100000'),
    );
  const env: NodeJS.ProcessEnv = { TRYON_URL: placed(`http://127.0.0.1:${USUAL}`) };
  const started: ChildProcess[] = [];
  const played: Played = { problems: [], lines: 0, leftOut: [] };
  try {
    let last: Ended = { code: 0, text: '' };
    for (const step of stepsOf(page)) {
      if (step.kind === 'file') project.write({ [step.name]: placed(step.text) });
      else if (step.kind === 'shown') look(step.lines.map(placed), last, played);
      else if (await isLeftOut(project, step.line, played)) continue;
      else if (step.isBackground) started.push(project.start(typed(step.line), env));
      else last = await type(() => project.run(typed(step.line), env), step, played);
      if (step.kind === 'line') Object.assign(env, variableOf(step.line));
    }
    return played;
  } finally {
    await Promise.all(started.map(end));
    project.remove();
  }
}

/** Skips installations, and commands whose tool is not installed. */
async function isLeftOut({ run }: UserProject, line: string, played: Played): Promise<boolean> {
  if (INSTALLS.test(line)) return true;
  for (const [word, question] of NEEDED)
    if (word.test(line) && (await run(question)).code !== 0) return played.leftOut.push(line) > 0;
  played.lines += 1;
  return false;
}

function variableOf(line: string): NodeJS.ProcessEnv {
  const [, name, value] = EXPORT.exec(line) ?? [];
  return name === undefined ? {} : { [name]: value };
}

async function type(run: () => Promise<Ended>, { line, code }: Line, played: Played): Promise<Ended> {
  const ended = await run();
  if (ended.code !== code)
    played.problems.push(`${line}\nended with ${ended.code} and not with ${code}:\n${ended.text.slice(-3000)}`);
  return ended;
}

/** Each line shown on a page must be in the output. `…` matches anything, and a space matches one or more spaces. */
function look(lines: readonly string[], { text }: Ended, played: Played): void {
  const said = text.replace(/[ \t]+/g, ' ');
  for (const line of lines) {
    const parts = line
      .trim()
      .replace(/[ \t]+/g, ' ')
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    if (!new RegExp(parts.join('.*')).test(said))
      played.problems.push(`the page shows “${line}”, which is not in the output:\n${text.slice(-3000)}`);
  }
}

/** Ends a background process of the page, with its children. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

async function freePorts(wanted: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const port of wanted) found.set(port, `${await freePort()}`);
  return found;
}
