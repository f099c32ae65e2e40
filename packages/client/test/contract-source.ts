import type { Endpoint } from '@quern/contract';
import { endpoints, type JsonSchema, pathParameters, schemasByName } from '@quern/contract';
import type { TSchema } from 'typebox';

/**
 * The text of `packages/client/src/generated/contract.ts`: the contract's schemas as interfaces, a
 * method for each endpoint, and the table that the methods are made from at run time. The client
 * depends on this text, not on the contract's package.
 */
export function contractSource(): string {
  const names = new Set<string>();
  const resources = [...new Set(endpoints.map((endpoint) => resourceOf(endpoint)))];
  const methods = resources.map((resource) => {
    const own = endpoints.filter((endpoint) => resourceOf(endpoint) === resource);
    return `  readonly ${resource}: {\n${own.map((endpoint) => methodOf(endpoint, names)).join('\n')}\n  };`;
  });
  const table = endpoints.map(
    (endpoint) => `  '${endpoint.operationId}': ${JSON.stringify(entryOf(endpoint))},`,
  );
  return [
    '/** Made from packages/contract by `npm run generate-client`; a test holds it against the contract. Not to be edited. */',
    "import type { CallOptions, OperationEntry } from '../operation.ts';",
    "import type { ListRequest } from '../list-request.ts';",
    '',
    ...declarationsOf(names),
    '/** Every endpoint of the contract: one object of arguments, wherever in the request they belong. */',
    `export interface Resources {\n${methods.join('\n')}\n}`,
    '',
    `export const operations: Readonly<Record<string, OperationEntry>> = {\n${table.join('\n')}\n};`,
    '',
  ].join('\n');
}

const resourceOf = ({ operationId }: Endpoint) => operationId.split('.')[0] ?? '';

/** Position of each argument of an endpoint; other arguments are fields of the body. */
interface Places {
  /** Argument to the parameter's own name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Arguments keep the names of the contract. A parameter whose name is a field of the body too gets
 * its place in front.
 */
function placesOf(endpoint: Endpoint): Places {
  const bodyFields = new Set(Object.keys(propertiesOf(endpoint.body?.schema)));
  const taken = new Set(bodyFields);
  const named = (place: string, parameters: readonly string[], argument = (name: string) => name) =>
    Object.fromEntries(
      parameters.map((parameter) => {
        const plain = argument(parameter);
        const free = taken.has(plain) ? `${place}_${plain}` : plain;
        taken.add(free);
        return [free, parameter];
      }),
    );
  const path = named('path', pathParameters(endpoint.path));
  const query = named('query', Object.keys(propertiesOf(endpoint.query)));
  const headers = named('header', Object.keys(propertiesOf(endpoint.headers)), (header) =>
    header.replace(/^x-/, '').replaceAll('-', '_'),
  );
  // A database that the path or the body names needs no header.
  const isNamed = taken.has('database_id');
  return {
    path,
    query,
    headers:
      isNamed || !endpoint.databaseHeader ? headers : { ...headers, database_id: 'x-database-id' },
  };
}

function entryOf(endpoint: Endpoint) {
  const list = listOf(endpoint);
  const { path, query, headers } = placesOf(endpoint);
  return {
    method: endpoint.method,
    path: endpoint.path,
    parameters: path,
    query,
    headers,
    ...(endpoint.body ? { body: true } : {}),
    ...(endpoint.security === 'bearer+workspace' ? { workspace: true } : {}),
    statuses: Object.keys(endpoint.responses).map(Number),
    ...(list === null ? {} : { list: { items: list.items, by: list.by } }),
  };
}

/** Pages of a listing: the field with the items, the items' schema, and the continuation. */
function listOf(endpoint: Endpoint) {
  const verb = endpoint.operationId.split('.')[1] ?? '';
  const answer = endpoint.responses[200]?.schema;
  if (endpoint.method !== 'GET' || !verb.startsWith('list') || answer === undefined) return null;
  const lists = Object.entries(propertiesOf(answer)).filter(
    ([, schema]) => asJson(schema).type === 'array',
  );
  const [only] = lists;
  if (only === undefined || lists.length > 1)
    throw new Error(`${endpoint.operationId}: a listing has one list`);
  const query = propertiesOf(endpoint.query);
  const by = 'cursor' in query ? 'cursor' : 'offset' in query ? 'offset' : 'none';
  return { items: only[0], schema: asJson(only[1]).items as TSchema, by };
}

function methodOf(endpoint: Endpoint, names: Set<string>): string {
  const places = placesOf(endpoint);
  const fields = [
    ...Object.keys(places.path).map((name) => `${name}: string`),
    ...parameterFields(places.query, endpoint.query, names),
    ...parameterFields(
      places.headers,
      endpoint.headers,
      names,
      endpoint.databaseHeader === 'required',
    ),
  ];
  const body = endpoint.body ? [typeOf(endpoint.body.schema, names)] : [];
  const parts = [...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []), ...body];
  const allOptional = fields.every((field) => /^\w+\?:/.test(field)) && !needsBody(endpoint);
  const args = parts.length === 0 ? 'Record<never, never>' : parts.join(' & ');
  const list = listOf(endpoint);
  const answers = [
    ...new Set(
      Object.values(endpoint.responses).map(({ schema }) =>
        schema ? typeOf(schema, names) : 'void',
      ),
    ),
  ];
  const answer = answers.join(' | ');
  const gives = list
    ? `ListRequest<${answer}, ${typeOf(list.schema, names)}>`
    : `Promise<${answer}>`;
  const verb = endpoint.operationId.split('.')[1];
  const summary = `    /** ${endpoint.summary}: \`${endpoint.method} ${endpoint.path}\`. */`;
  return `${summary}\n    ${verb}(args${allOptional ? '?' : ''}: ${args}, options?: CallOptions): ${gives};`;
}

function needsBody({ body }: Endpoint): boolean {
  return (
    body !== undefined &&
    ((asJson(body.schema).required as readonly string[] | undefined) ?? []).length > 0
  );
}

function parameterFields(
  places: Readonly<Record<string, string>>,
  schema: TSchema | undefined,
  names: Set<string>,
  needsDatabase = false,
): string[] {
  const required = new Set((asJson(schema).required as readonly string[] | undefined) ?? []);
  const properties = propertiesOf(schema);
  return Object.entries(places).map(([argument, parameter]) => {
    if (parameter === 'x-database-id') return `database_id${needsDatabase ? '' : '?'}: string`;
    const type = typeOf(properties[parameter] as TSchema, names);
    return required.has(parameter) ? `${argument}: ${type}` : `${argument}?: ${type} | undefined`;
  });
}

/** Named schemas in use, direct and indirect, by name. */
function declarationsOf(names: Set<string>): string[] {
  const written = new Map<string, string>();
  // Writing a schema may add names.
  for (const name of names) {
    const schema = schemasByName.get(name);
    if (schema === undefined) throw new Error(`no schema is called '${name}'`);
    written.set(name, declarationOf(name, schema, names));
  }
  return [...written.keys()].sort().map((name) => written.get(name) ?? '');
}

function declarationOf(name: string, schema: TSchema, names: Set<string>): string {
  const json = asJson(schema);
  if (json.properties === undefined)
    return `export type ${name} = ${typeOf(schema, names, true)};\n`;
  return `export interface ${name} ${typeOf(schema, names, true)}\n`;
}

/**
 * TypeScript type of a schema. A named schema is written as its name, which is added to `names`.
 */
function typeOf(schema: TSchema, names: Set<string>, isDeclaration = false): string {
  const json = asJson(schema);
  if (typeof json.title === 'string' && schemasByName.has(json.title) && !isDeclaration) {
    names.add(json.title);
    return json.title;
  }
  if (Array.isArray(json.enum)) return json.enum.map(literal).join(' | ');
  if ('const' in json) return literal(json.const);
  const members = json.anyOf ?? json.oneOf;
  if (Array.isArray(members))
    return members.map((member: TSchema) => typeOf(member, names)).join(' | ');
  if (Array.isArray(json.type)) {
    return json.type
      .map((type) => typeOf({ ...json, type } as unknown as TSchema, names, isDeclaration))
      .join(' | ');
  }
  return typeOfOne(json, names);
}

function typeOfOne(json: JsonSchema, names: Set<string>): string {
  switch (json.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return json.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `${grouped(typeOf(json.items as TSchema, names))}[]`;
    case 'object':
      return objectType(json, names);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type is known for the schema ${JSON.stringify(json)}`);
  }
}

function objectType(json: JsonSchema, names: Set<string>): string {
  const required = new Set((json.required as readonly string[] | undefined) ?? []);
  if (json.properties === undefined) {
    const values =
      typeof json.additionalProperties === 'object'
        ? (json.additionalProperties as TSchema)
        : undefined;
    return `Record<string, ${values === undefined ? 'unknown' : typeOf(values, names)}>`;
  }
  const fields = Object.entries(json.properties as Record<string, TSchema>).map(
    ([name, schema]) => {
      const { description } = asJson(schema);
      const comment =
        typeof description === 'string' ? `  /** ${description.replaceAll('*/', '*\\/')} */\n` : '';
      const type = typeOf(schema, names);
      return `${comment}  ${required.has(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`};`;
    },
  );
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`;
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
const grouped = (type: string) => (type.includes(' ') ? `(${type})` : type);
const asJson = (schema: TSchema | undefined) => (schema ?? {}) as unknown as JsonSchema;
const propertiesOf = (schema: TSchema | undefined) =>
  (asJson(schema).properties as Readonly<Record<string, TSchema>> | undefined) ?? {};
