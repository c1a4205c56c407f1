import { atMostWords, type CliCommand, type Commands, EXIT, oneOfWords } from './command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

type Asked = { name: string; commands: Commands; print(text: string): void };

/** What a shell needs to know about a command. */
type Known = { name: string; summary: string; flags: string[] };

/** Adds a command that prints the completion script of a shell, derived from the same tables as the help. */
export function withCompletion({ name, commands, print }: Asked): Commands {
  const all: Commands = {
    ...commands,
    completion: {
      group: 'Reference',
      summary: 'print a shell completion script for bash, zsh or fish',
      load: async () => completionCommand({ name, commands: all, print }),
    },
  };
  return all;
}

function completionCommand({ name, commands, print }: Asked): CliCommand {
  return {
    forms: { SHELL: '' },
    flags: {},
    examples: {
      'bash, in ~/.bashrc': `source <(${name} completion bash)`,
      'zsh, in ~/.zshrc after compinit': `source <(${name} completion zsh)`,
      'fish, in ~/.config/fish/config.fish': `${name} completion fish | source`,
    },
    run: async (_, [shell, ...words]) => {
      const chosen = oneOfWords(shell, SHELLS, 'the word after completion');
      atMostWords(words, 0);
      print(SCRIPTS[chosen](name, await knownOf(commands)));
      return EXIT.fine;
    },
  };
}

function knownOf(commands: Commands): Promise<Known[]> {
  const known = Object.entries(commands).map(async ([name, { summary, load }]) => {
    const { flags } = await load();
    return { name, summary, flags: [...Object.keys(flags), 'help'].map((flag) => `--${flag}`) };
  });
  return Promise.all(known);
}

const SCRIPTS: Record<Shell, (program: string, commands: readonly Known[]) => string> = { bash, zsh, fish };

function bash(program: string, commands: readonly Known[]): string {
  const cases = commands.map(({ name, flags }) => `    ${name}) words='${flags.join(' ')}' ;;`);
  return `${functionOf(program)}() {
  local words='' word="\${COMP_WORDS[COMP_CWORD]}"
  case "$([ "$COMP_CWORD" -gt 1 ] && echo "\${COMP_WORDS[1]}")" in
    '') words='${commands.map(({ name }) => name).join(' ')} --help --version' ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F ${functionOf(program)} ${program}`;
}

function zsh(program: string, commands: readonly Known[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`);
  const cases = commands.map(({ name, flags }) => `    ${name}) compadd -- ${flags.join(' ')}; _files ;;`);
  return `${functionOf(program)}() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef ${functionOf(program)} ${program}`;
}

function fish(program: string, commands: readonly Known[]): string {
  const lines = commands.flatMap(({ name, summary, flags }) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...flags.map((flag) => `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
  ]);
  return lines.join('\n');
}

function functionOf(program: string): string {
  return `_${program.replaceAll('-', '_')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
