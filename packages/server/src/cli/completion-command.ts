import type { Command } from './command.ts';
import { resourceNames, verbsOf } from './resource-command.ts';
import { UsageError } from './usage-error.ts';

/**
 * Zsh reads a function's file at the first call, and this call is the first completion: the script
 * must complete during that call too. Read by `source`, the same text registers the function.
 */
const scripts = {
  bash: `_quern() {
  local IFS=$'\\n'
  COMPREPLY=($(quern completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _quern quern`,
  zsh: `#compdef quern
_quern() {
  local -a found
  found=("\${(@f)$(quern completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
if [[ "\${funcstack[1]}" == _quern ]]; then _quern; else compdef _quern quern; fi`,
  fish: `complete -c quern -a '(quern completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const;

/** The commands that complete with their options; the service's own commands complete by name. */
export function completionCommand(
  commands: () => readonly Command[],
  ofService: readonly string[],
): Command {
  return {
    name: 'completion',
    summary: 'make a shell complete the commands',
    usage: `quern completion bash|zsh|fish

  bash    quern completion bash > ~/.local/share/bash-completion/completions/quern
  zsh     quern completion zsh > "\${fpath[1]}/_quern"
  fish    quern completion fish > ~/.config/fish/completions/quern.fish`,
    options: {},
    async run({ positionals, values, terminal }) {
      const write = (answer: object, lines: readonly string[]) =>
        terminal.write(values.flag('json') ? `${JSON.stringify(answer)}\n` : linesText(lines));
      const [shell = '', ...words] = positionals;
      const script = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : null;
      if (script !== null) await write({ shell, script }, [script]);
      else if (shell === 'words') {
        const found = completions(words, commands(), ofService);
        await write({ words: found }, found);
      } else throw new UsageError('for which shell? bash, zsh or fish');
      return 0;
    },
  };
}

const linesText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** The completions of the last word. */
function completions(
  words: readonly string[],
  commands: readonly Command[],
  ofService: readonly string[],
): string[] {
  const last = words.at(-1) ?? '';
  const [name = ''] = words;
  if (words.length <= 1)
    return [...commands.map((command) => command.name), ...ofService]
      .filter((word) => word.startsWith(last))
      .sort();
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return [];
  if (last.startsWith('-')) {
    const options = [
      ...Object.keys(command.options),
      'url',
      'workspace',
      'database',
      'json',
      'help',
    ];
    return [...new Set(options)]
      .map((option) => `--${option}`)
      .filter((option) => option.startsWith(last))
      .sort();
  }
  return words.length === 2 && resourceNames.includes(name)
    ? verbsOf(name).filter((verb) => verb.startsWith(last))
    : [];
}
