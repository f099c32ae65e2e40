import { silenceLibraries } from '../config/library-warnings.ts';
import { readSettings, SettingsError, settingsList, settingsMarkdown } from '../config/settings.ts';
import { version } from '../config/version.ts';
import { printAnswer, takeJson } from './print-answer.ts';

const usage = `quern ${version}

  quern [start]                       start the service (settings: quern settings)

For users of a service, here or elsewhere (each says more with --help):

  quern login                         keep an address and a token for the commands to come
  quern query "SELECT ..."            run SQL: a table on a terminal, CSV in a pipe, --json, --format parquet -o FILE
  quern load FILE                     load a file into a table (--table, --mode, --key)
  quern import PATH                   a folder of files, a DuckDB export or a SQLite file as a database
  quern shell                         type SQL, with history and completion
  quern databases|tables|runs|results|jobs|connections|indexes|...
                                      every endpoint by name: quern databases says what there is
  quern api RESOURCE VERB             the same for all resources
  quern completion bash|zsh|fish

For its operator, beside a running service or without one:

  quern tokens create [options]       make a token and print it, once
      --kind organization|workspace|database   (default workspace)
      --workspace ID --database ID --name TEXT --expires 7d --read-only
  quern tokens list                   every token and its state, never its text
  quern tokens revoke ID
  quern adopt                         bind the metadata, the object store and the secret key that the settings name,
                                      when you know that they belong together and the service refuses to start
  quern collect [--allow]             what keeps objects that nothing names from being collected; --allow collects them
  quern check [--checksums]           read the object store against the metadata and say what is lost (exit code 1)
  quern secrets rotate                put all secrets under QUERN_SECRET_KEY, when it is a new one and the one before is in
                                      QUERN_FORMER_SECRET_KEYS
  quern settings                      every setting, its default and meaning

Each but start prints JSON with --json.
`;

/** Commands whose help is the usage; a request for help does nothing else. */
const operatorCommands: ReadonlySet<string> = new Set([
  'start',
  'serve',
  'tokens',
  'adopt',
  'collect',
  'check',
  'secrets',
  'settings',
]);

/**
 * Runs the command and returns its exit code. Each command loads only its own modules: all together
 * take most of a second.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  silenceLibraries();
  const [command = 'start', ...rest] = args;
  if (operatorCommands.has(command) && rest.some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    return 0;
  }
  switch (command) {
    case 'start':
    case 'serve':
      return runServe(rest);
    case 'tokens':
      return (await import('./tokens.ts')).runTokensCommand(readSettings(), rest);
    case 'adopt':
      return (await import('./adopt.ts')).runAdoptCommand(readSettings(), rest);
    case 'collect':
      return (await import('./collect.ts')).runCollectCommand(readSettings(), rest);
    case 'check':
      return (await import('./check.ts')).runCheckCommand(readSettings(), rest);
    case 'secrets':
      return (await import('./secrets.ts')).runSecretsCommand(readSettings(), rest);
    case 'settings':
      return runSettings(rest);
    case '--version':
      console.log(version);
      return 0;
    case 'help':
    case '--help':
    case '-h':
      console.log(usage);
      return 0;
    default:
      return runForUser(command, rest);
  }
}

async function runForUser(name: string, args: readonly string[]): Promise<number> {
  const [{ userCommands }, { runUserCommand }] = await Promise.all([
    import('../cli/user-commands.ts'),
    import('../cli/run-user-command.ts'),
  ]);
  const command = userCommands().find((one) => one.name === name);
  if (command !== undefined) return runUserCommand(command, args);
  console.error(`quern: unknown command '${name}'\n\n${usage}`);
  return 2;
}

function runSettings(args: readonly string[]): number {
  const { isJson, words } = takeJson(args);
  if (words.length > 0) {
    console.error('quern settings: the only option is --json');
    return 2;
  }
  printAnswer(isJson, { settings: settingsList() }, [settingsMarkdown()]);
  return 0;
}

/** Settings are read first, so mistakes are reported at once. */
async function runServe(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(
      `quern start takes no options, and was given '${args[0]}': settings are variables of the environment ('quern settings')`,
    );
    return 2;
  }
  const settings = readSettings();
  const { serve } = await import('../start/serve.ts');
  return serve(settings);
}

/** A sentence for an error that an operator can mend; the stack for a programmer's error. */
export function explain(error: unknown): { text: string; exitCode: number } {
  if (error instanceof SettingsError) return { text: error.message, exitCode: 2 };
  if (!(error instanceof Error)) return { text: String(error), exitCode: 1 };
  // Errors of the operating system and of libraries have a code; errors found by this program are
  // plain Errors.
  const expected = error.constructor === Error || 'code' in error;
  return { text: expected ? error.message : (error.stack ?? error.message), exitCode: 1 };
}
