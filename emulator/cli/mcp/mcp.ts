import { atMostWords, type CliCommand, EXIT, UsageError } from '../../../shared/command.ts';
import { interrupted } from '../print.ts';
import { REMOTE_FLAGS, remoteAddress } from '../remote.ts';

const { url, world, token } = REMOTE_FLAGS;

export const mcpCommand: CliCommand = {
  flags: { url, world, token },
  notes: `Speaks the Model Context Protocol on standard input and output, until the client closes them. The tools are read_state,
move_clock, decide_outcomes, inject_fault, read_journal and run_audit. Start the emulator first. Answers are limited to 20 KB,
and contain no API keys or webhook secrets. Needs the package @modelcontextprotocol/sdk.`,
  examples: {
    'Serve the emulator at the default address': 'tryon-emulator mcp',
    'One world of another emulator': 'tryon-emulator mcp --url http://127.0.0.1:4011 --world checkout',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const address = remoteAddress(flags);
    const { StdioServerTransport } = await loadSdk();
    const { openServer } = await import('./open-server.ts');
    const server = openServer(address);
    const closed = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve);
      server.onclose = resolve;
    });
    await server.connect(new StdioServerTransport());
    await Promise.race([closed, interrupted()]);
    await server.close();
    return EXIT.fine;
  },
};

async function loadSdk(): Promise<typeof import('@modelcontextprotocol/sdk/server/stdio.js')> {
  try {
    return await import('@modelcontextprotocol/sdk/server/stdio.js');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('mcp needs a package that is not installed: npm install --save-dev @modelcontextprotocol/sdk');
  }
}
