/** `tryon-emulator start`, which prints its own address. The import resolves only when the command has ended. */
export function start(options = []) {
  process.argv = [...process.argv.slice(0, 2), 'start', '--port', '0', ...options];
  import('../../../dist/cli.js');
  return {};
}
