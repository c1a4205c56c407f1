import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('receiver.py', import.meta.url));

/** A Python receiver in a separate process, which ends when the receiver is closed. */
export async function openPythonReceiver(mistake: string, secret: string) {
  const env = { ...process.env, WEBHOOK_SECRET: secret };
  const child = spawn('python3', ['-B', SCRIPT, mistake], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  const close = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return { url: `http://127.0.0.1:${String(port).trim()}/hooks`, [Symbol.asyncDispose]: close };
}
