import type { Command } from './command.ts';
import { completionCommand } from './completion-command.ts';
import { importCommand } from './import-command.ts';
import { loadCommand } from './load-command.ts';
import { loginCommand, logoutCommand } from './login-command.ts';
import { queryCommand } from './query-command.ts';
import { resourceCommand, resourceNames } from './resource-command.ts';
import { shellCommand } from './shell-command.ts';

/** Commands of the service itself, which work on its data and not over the client. */
export const serviceCommands = [
  'start',
  'tokens',
  'adopt',
  'collect',
  'check',
  'secrets',
  'settings',
  'help',
] as const;

/** Verbs of `quern secrets` and `quern tokens` that belong to the service. */
const isOfService = (name: string) => (serviceCommands as readonly string[]).includes(name);

/** All user commands, with the resources whose names are not names of service commands. */
export function userCommands(): Command[] {
  const own = [
    queryCommand,
    loadCommand,
    importCommand,
    shellCommand,
    loginCommand,
    logoutCommand,
    apiCommand(),
  ];
  const resources = resourceNames.filter((name) => !isOfService(name)).map(resourceCommand);
  return [...own, completionCommand(userCommands, serviceCommands), ...resources];
}

/** `quern api tokens list`: every resource, also those whose names are commands of the service. */
function apiCommand(): Command {
  const all = resourceNames.map(resourceCommand);
  return {
    name: 'api',
    summary: 'call any endpoint',
    usage: `quern api RESOURCE VERB ...\n\n  RESOURCE is ${resourceNames.join(', ')}.\n  Without a verb it says what the resource has.`,
    options: Object.assign({}, ...all.map(({ options }) => options)),
    async run(call) {
      const [resource, ...rest] = call.positionals;
      const command = all.find(({ name }) => name === resource);
      if (command === undefined) {
        call.terminal.say(this.usage);
        return 2;
      }
      return command.run({ ...call, positionals: rest });
    },
  };
}
