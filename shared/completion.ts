import { atMostWords, type CliCommand, EXIT, oneOfWords } from './command.ts';

type Commands = Readonly<Record<string, { summary: string; load(): Promise<CliCommand> }>>;
type Row = { command: string; summary: string; flags: string[] };

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A command that prints what a shell completes a program by: from the table of its commands, as the help is. */
export function completionCommand(program: string, commands: Commands, print: (text: string) => void): CliCommand {
  return {
    help: `${program} completion bash|zsh|fish: print what the shell completes commands and flags by.

  bash   eval "$(${program} completion bash)"          in ~/.bashrc
  zsh    eval "$(${program} completion zsh)"           in ~/.zshrc, behind compinit
  fish   ${program} completion fish | source           in ~/.config/fish/config.fish`,
    options: {},
    run: async (_, [shell, ...words]) => {
      const wanted = oneOfWords(shell, SHELLS, 'the word after completion');
      atMostWords(words, 0);
      print(SCRIPTS[wanted](program, await rowsOf(commands)));
      return EXIT.fine;
    },
  };
}

function rowsOf(commands: Commands): Promise<Row[]> {
  const rows = Object.entries(commands).map(async ([command, { summary, load }]) => {
    const { options } = await load();
    return { command, summary, flags: [...Object.keys(options), 'help'].map((option) => `--${option}`) };
  });
  return Promise.all(rows);
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (program: string, rows: readonly Row[]) => string>> = {
  bash: (program, rows) => `${functionOf(program)}() {
  local words='${rows.map(({ command }) => command).join(' ')} help'
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${rows.map(({ command, flags }) => `      ${command}) words='${flags.join(' ')}' ;;`).join('\n')}
      *) words='' ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${functionOf(program)} ${program}`,
  zsh: (program, rows) => `#compdef ${program}
${functionOf(program)}() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${rows.map(({ command, summary }) => `      ${quoted(`${command}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  case $words[2] in
${rows.map(({ command, flags }) => `    ${command}) compadd -- ${flags.join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef ${functionOf(program)} ${program}`,
  fish: (program, rows) =>
    rows
      .flatMap(({ command, summary, flags }) => [
        `complete -c ${program} -n __fish_use_subcommand -a ${command} -d ${quoted(summary)}`,
        ...flags.map(
          (flag) => `complete -c ${program} -n '__fish_seen_subcommand_from ${command}' -l ${flag.slice(2)}`,
        ),
      ])
      .join('\n'),
};

function functionOf(program: string): string {
  return `_${program.replaceAll('-', '_')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
