#!/usr/bin/env node
import { version } from './compose.ts';
import { readSettings, SettingsError, settingsMarkdown } from './config/settings.ts';
import { serve } from './serve.ts';
import { runTokensCommand } from './tokens-command.ts';

const usage = `quern ${version}

  quern [serve]                       start the service (settings: quern settings)
  quern tokens create [options]       make a token and print it, once
      --kind organization|workspace|database   (default workspace)
      --workspace ID --database ID --name TEXT --expires 7d --read-only
  quern tokens list                   the live tokens, without their text
  quern tokens revoke ID
  quern settings                      every setting, its default and meaning
`;

async function main(args: readonly string[]): Promise<number> {
  const [command = 'serve', ...rest] = args;
  switch (command) {
    case 'serve':
      return serve(readSettings());
    case 'tokens':
      return runTokensCommand(readSettings(), rest);
    case 'settings':
      console.log(settingsMarkdown());
      return 0;
    case '--version':
      console.log(version);
      return 0;
    case 'help':
    case '--help':
      console.log(usage);
      return 0;
    default:
      console.error(`quern: unknown command '${command}'\n\n${usage}`);
      return 2;
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const expected = error instanceof SettingsError;
    console.error(
      `quern: ${error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : error}`,
    );
    process.exit(expected ? 2 : 1);
  },
);
