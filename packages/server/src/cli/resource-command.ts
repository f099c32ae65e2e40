import type { Client } from '@quern/client';
import { type Endpoint, endpoints, type JsonSchema, pathParameters } from '@quern/contract';
import type { Command, CommandCall } from './command.ts';
import { failureIn } from './failure-in.ts';
import type { Session } from './session.ts';
import { shown, tableText } from './table-text.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { exactJson } from './write-rows.ts';

/** Every endpoint as `quern <resource> <verb>`, made from the contract. */

/** Shorter names for people. */
const shortNames: Readonly<Record<string, string>> = {
  queryRuns: 'runs',
  informationSchema: 'tables',
};

const optionOf = (argument: string) => argument.replaceAll('_', '-');
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const resourceOf = ({ operationId }: Endpoint) => operationId.split('.')[0] ?? '';
const verbOf = ({ operationId }: Endpoint) => kebab(operationId.split('.')[1] ?? '');
const nameOf = (resource: string) => shortNames[resource] ?? kebab(resource);

export const resourceNames: readonly string[] = [
  ...new Set(endpoints.map((endpoint) => nameOf(resourceOf(endpoint)))),
];

/** The verbs of a resource, as typed. */
export function verbsOf(resource: string): string[] {
  return endpointsOf(resource).map(verbOf);
}

function endpointsOf(resource: string): readonly Endpoint[] {
  return endpoints.filter((endpoint) => nameOf(resourceOf(endpoint)) === resource);
}

/** An argument given as an option: a field of the body, or a parameter of the query string. */
interface Option {
  readonly argument: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

const asJson = (schema: unknown) => (schema ?? {}) as JsonSchema;
const propertiesOf = (schema: unknown) =>
  (asJson(schema).properties ?? {}) as Record<string, JsonSchema>;

function optionsOf(endpoint: Endpoint): Option[] {
  const ownOptions = [endpoint.query, endpoint.body?.schema, endpoint.headers].flatMap((schema) => {
    const required = (asJson(schema).required as readonly string[] | undefined) ?? [];
    return Object.entries(propertiesOf(schema)).map(([name, field]) => ({
      argument: name.replace(/^x-/, '').replaceAll('-', '_'),
      schema: field,
      isRequired: required.includes(name),
    }));
  });
  // A database is named by --database, by name or id.
  return ownOptions.filter(
    ({ argument }) =>
      argument !== 'database_id' && !pathParameters(endpoint.path).includes(argument),
  );
}

/** The command of one resource. */
export function resourceCommand(resource: string): Command {
  const all = endpointsOf(resource);
  const fields = all.flatMap(optionsOf).map(({ argument }) => optionOf(argument));
  return {
    name: resource,
    summary: all.map(verbOf).join(', '),
    usage: usageOf(resource, all),
    options: {
      ...Object.fromEntries(
        fields
          .filter((field) => field !== 'database')
          .map((field) => [field, { type: 'string' as const }]),
      ),
      all: { type: 'boolean' },
    },
    async run(call) {
      const [verb = all.some((one) => verbOf(one) === 'list') ? 'list' : '', ...rest] =
        call.positionals;
      if (verb === '') {
        call.terminal.say(usageOf(resource, all));
        return 2;
      }
      const endpoint = all.find((one) => verbOf(one) === verb);
      if (endpoint === undefined)
        throw new UsageError(
          `quern ${resource} has no '${verb}'; it has: ${all.map(verbOf).join(', ')}`,
        );
      return callEndpoint(endpoint, call, rest);
    },
  };
}

function usageOf(resource: string, all: readonly Endpoint[]): string {
  const lines = all.flatMap((endpoint) => {
    const places = pathParameters(endpoint.path).map((name) => name.toUpperCase());
    const options = optionsOf(endpoint).map(({ argument, isRequired }) => {
      const option = `--${optionOf(argument)}`;
      return isRequired ? option : `[${option}]`;
    });
    const scope = endpoint.databaseHeader === 'required' ? ['-d DATABASE'] : [];
    return [
      `quern ${resource} ${[verbOf(endpoint), ...places, ...scope].join(' ')}`,
      `    ${endpoint.summary}`,
      ...wrapped(options),
    ];
  });
  return `${lines.join('\n')}\n\n  Lists and objects are given as JSON. --json prints the answer as it came; of listings, --all prints every page.
  With -d DATABASE the words DATABASE_ID, or CONNECTION_ID for its own tables, are left out; with QUERN_DATABASE the latter.`;
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 110)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`      ${word}`);
  }
  return lines;
}

async function callEndpoint(
  endpoint: Endpoint,
  call: CommandCall,
  given: readonly string[],
): Promise<number> {
  const session = call.session();
  const args = await argumentsOf(endpoint, call, session, given);
  const [resource = '', verb = ''] = endpoint.operationId.split('.');
  const methods = session.client[resource as keyof Client] as unknown as Record<
    string,
    (args: object, options: object) => PromiseLike<unknown>
  >;
  const request = methods[verb]?.(args, { signal: call.terminal.signal });
  const isJson = call.values.flag('json') || !call.terminal.isTerminal;
  if (call.values.flag('all')) {
    if (request === undefined || !('all' in request))
      throw new UsageError(`--all goes with listings, not with ${verb}`);
    await show(
      await (request as unknown as { all(): Promise<unknown[]> }).all(),
      isJson,
      call.terminal,
    );
    return 0;
  }
  const answer = await request;
  const failure = failureIn(endpoint, answer);
  if (failure !== null) {
    await show(answer, isJson, call.terminal);
    call.terminal.say(`quern: ${failure.split('\n').map(shown).join('\n')}`);
    return 1;
  }
  if (answer !== undefined) await show(answer, isJson, call.terminal);
  else if (call.values.flag('json')) await call.terminal.write('{}\n');
  else call.terminal.say('done');
  return 0;
}

async function argumentsOf(
  endpoint: Endpoint,
  call: CommandCall,
  session: Session,
  given: readonly string[],
) {
  const { values, choice } = call;
  const args = await placeArguments(endpoint, call, session, given);
  if (endpoint.databaseHeader === 'required' || endpoint.operationId === 'queries.run') {
    args.database_id ??= (await session.database()).id;
  } else if (
    choice.database !== undefined &&
    'database_id' in propertiesOf(endpoint.body?.schema)
  ) {
    // A field that may name a database is filled only on request.
    args.database_id = await session.databaseId(choice.database);
  }
  for (const { argument, schema, isRequired } of optionsOf(endpoint)) {
    const text = values.text(optionOf(argument));
    if (text !== undefined) args[argument] = typed(argument, text, schema);
    else if (isRequired) throw new UsageError(`${verbOf(endpoint)} needs --${optionOf(argument)}`);
  }
  // The tables of a database are those of its own catalog; without a catalog the listing is of
  // connections.
  if (endpoint.operationId === 'informationSchema.list')
    args.connection_id ??= await ownCatalog(session);
  return args;
}

/**
 * Assigns the words to the path's parameters in order. If words are missing, --database fills the
 * database's parameter, or else the connection's with the database's own catalog. A database from a
 * variable or the profile fills only the connection's, and only before other words: nothing is
 * deleted that no word of the line names.
 */
async function placeArguments(
  endpoint: Endpoint,
  { choice }: CommandCall,
  session: Session,
  given: readonly string[],
) {
  const args: Record<string, unknown> = {};
  const places = pathParameters(endpoint.path);
  const isShort = given.length < places.length;
  const isNamed = choice.database !== undefined;
  const isMeant = isNamed || (session.isDatabaseChosen && given.length > 0);
  const taken =
    isShort && isNamed && places.includes('database_id')
      ? 'database_id'
      : isShort && isMeant && places.includes('connection_id')
        ? 'connection_id'
        : undefined;
  if (taken === 'database_id') args.database_id = (await session.database()).id;
  if (taken === 'connection_id') args.connection_id = await ownCatalog(session);
  const open = places.filter((place) => place !== taken);
  if (given.length > open.length)
    throw new UsageError(`'${given[open.length]}' is one word too many`);
  const missing = open.slice(given.length).map((place) => place.toUpperCase());
  if (missing.length > 0) throw new UsageError(`${verbOf(endpoint)} needs ${missing.join(' ')}`);
  for (const [index, place] of open.entries()) {
    const word = given[index] ?? '';
    args[place] = place === 'database_id' ? await session.databaseId(word) : word;
  }
  return args;
}

async function ownCatalog(session: Session): Promise<string> {
  const { id } = await session.database();
  return (await session.client.databases.get({ database_id: id })).default_connection_id;
}

/** Converts a word of the command line to the type that the contract requires. */
function typed(argument: string, text: string, schema: JsonSchema): unknown {
  const types = [schema.type ?? 'any'].flat();
  if (types.includes('string')) return text;
  if (types.includes('array') && !text.trimStart().startsWith('[')) return text.split(',');
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(
      `--${optionOf(argument)} takes ${types.join(' or ')} as JSON, not '${text}'`,
    );
  }
}

/**
 * Shows a listing as a table of the fields that fit on a line, any other answer field by field;
 * JSON if no person reads.
 */
async function show(answer: unknown, isJson: boolean, terminal: Terminal): Promise<void> {
  if (isJson) return terminal.write(`${exactJson(answer)}\n`);
  const list = Array.isArray(answer) ? answer : listIn(answer);
  if (list === null) return terminal.write(fieldsText(answer as Record<string, unknown>, terminal));
  if (list.length === 0) return terminal.say('none');
  const columns = columnsOf(list);
  const rows = list.map((item) => columns.map((column) => item[column] ?? null));
  const table = tableText(columns, rows, { hasColours: terminal.hasColours, cellWidth: 48 });
  await terminal.write(`${[table.head, ...rows.map((row) => table.line(row))].join('\n')}\n`);
  if ((answer as { has_more?: unknown }).has_more === true)
    terminal.say('there are more: --all shows them');
}

type Item = Readonly<Record<string, unknown>>;

function listIn(answer: unknown): readonly Item[] | null {
  const lists = Object.values(answer as object).filter((field) => Array.isArray(field));
  const [only] = lists as Item[][];
  const isListing =
    lists.length === 1 && only?.every((item) => typeof item === 'object' && item !== null);
  const others = Object.keys(answer as object).filter(
    (name) => !['count', 'has_more', 'limit', 'offset', 'next_cursor'].includes(name),
  );
  return isListing && only !== undefined && others.length === 1 ? only : null;
}

/** The first eight fields with a value in some item, and without a list or object in any. */
function columnsOf(list: readonly Item[]): string[] {
  const names = [...new Set(list.flatMap((item) => Object.keys(item)))];
  const isShort = (name: string) =>
    list.some((item) => item[name] != null) &&
    list.every((item) => typeof item[name] !== 'object' || item[name] === null);
  return names.filter(isShort).slice(0, 8);
}

function fieldsText(answer: Item, { hasColours }: Terminal): string {
  const entries = Object.entries(answer).map(([name, value]) => [name, value]);
  const table = tableText(['field', 'value'], entries, { hasColours, cellWidth: 200 });
  return `${entries.map((entry) => table.line(entry)).join('\n')}\n`;
}
