import { parseArgs } from 'node:util';
import { QuernError } from '@quern/client';
import { readClientEnvironment } from '../config/client-environment.ts';
import { type Command, Values } from './command.ts';
import { openSession, sessionOptions } from './session.ts';
import { shown } from './table-text.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs a command over the client and returns its exit code: 1 for a failure, 2 for wrong usage, 130
 * for an interrupt.
 */
export async function runUserCommand(command: Command, args: readonly string[]): Promise<number> {
  const environment = readClientEnvironment();
  const terminal = openTerminal(environment.isPlain);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, ...sessionOptions },
      allowPositionals: true,
    });
    if (values.help) {
      await terminal.write(`${command.usage}\n`);
      return 0;
    }
    const { url, workspace, database } = values as Record<string, string | undefined>;
    const choice = { url, workspace, database };
    let session: ReturnType<typeof openSession> | undefined;
    return await command.run({
      values: new Values(values),
      positionals,
      terminal,
      environment,
      choice,
      session: () => {
        session ??= openSession(terminal, environment, choice);
        return session;
      },
    });
  } catch (error) {
    return explain(terminal, command, error);
  }
}

/** The sentence for an unknown option, with the most similar known option. */
function wrongOption(message: string, known: readonly string[]): string {
  const [, wrong] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
  if (wrong === undefined) return message;
  const meant =
    known.find((name) => name.endsWith(`-${wrong}`) || wrong.endsWith(`-${name}`)) ??
    known.find((name) => name.startsWith(wrong) || isOneSlipFrom(name, wrong));
  return `there is no option --${wrong}${meant === undefined ? '' : `; did you mean --${meant}?`}`;
}

/**
 * True if one letter more, less or different, or two exchanged letters, turn one name into the
 * other.
 */
function isOneSlipFrom(name: string, typed: string): boolean {
  let from = 0;
  while (from < name.length && name[from] === typed[from]) from += 1;
  const [rest, typedRest] = [name.slice(from), typed.slice(from)];
  return (
    rest.slice(1) === typedRest ||
    rest === typedRest.slice(1) ||
    (rest !== '' && rest.slice(1) === typedRest.slice(1)) ||
    (rest.slice(2) === typedRest.slice(2) && `${rest[1]}${rest[0]}` === typedRest.slice(0, 2))
  );
}

function explain(terminal: Terminal, command: Command, error: unknown): number {
  terminal.status(null);
  if (terminal.signal.aborted) {
    terminal.say('interrupted');
    return 130;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) {
    const known = Object.keys({ ...command.options, ...sessionOptions });
    terminal.say(
      `quern ${command.name}: ${shown(wrongOption((error as Error).message, known))}\n'quern ${command.name} --help' says what it takes`,
    );
    return 2;
  }
  if (error instanceof QuernError) {
    const told = [error.code, error.requestId].filter((word) => word !== undefined).join(', ');
    // The line breaks of the service's sentences stay: some sentences point at a position in the
    // SQL.
    terminal.say(`quern: ${error.message.split('\n').map(shown).join('\n')}\n  (${told})`);
    return 1;
  }
  if (error instanceof Error && (error.constructor === Error || code !== '')) {
    terminal.say(`quern: ${shown(error.message)}`);
    return 1;
  }
  throw error;
}
