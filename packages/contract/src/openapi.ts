/**
 * The OpenAPI 3.1 document, made from the endpoints. Pure: the same arguments give the same
 * document.
 */
import type { TObject, TSchema } from 'typebox';
import type { Endpoint, EndpointResponse } from './endpoint.ts';
import { errorsOf, pathParameters } from './endpoint.ts';
import type { OperationId } from './endpoints.ts';
import { endpoints } from './endpoints.ts';
import type { EndpointError } from './errors.ts';
import { ComponentSchemas } from './openapi-schemas.ts';
import { ApiErrorResponse, WorkspaceErrorResponse } from './schemas/errors.ts';
import { forms } from './schemas/forms.ts';
import type { DeploymentLimits, JsonSchema } from './schemas/shapes.ts';

export interface OpenApiOptions {
  /** Operations to list; a path without operations is left out. */
  readonly operations: readonly OperationId[];
  readonly serverUrl: string;
  /** Version of the service; the contract itself is v1. */
  readonly limits: DeploymentLimits;
}

/** Plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: JsonSchema;
}

const securitySchemes = {
  BearerAuth: { type: 'http', scheme: 'bearer', description: 'An access token' },
  WorkspaceId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Workspace-Id',
    description:
      "The workspace's public id; may be left out with a token that belongs to exactly one workspace",
  },
};

const securityOf: Readonly<Record<Endpoint['security'], readonly JsonSchema[]>> = {
  none: [],
  bearer: [{ BearerAuth: [] }],
  'bearer+workspace': [{ BearerAuth: [], WorkspaceId: [] }, { BearerAuth: [] }],
};

const databaseIdHeader = {
  name: 'X-Database-Id',
  in: 'header',
  schema: { type: 'string', pattern: forms.header },
};
const parameterComponents = {
  DatabaseId: {
    ...databaseIdHeader,
    required: true,
    description: 'The database that the request is scoped to',
  },
  OptionalDatabaseId: {
    ...databaseIdHeader,
    required: false,
    description: 'The database; may be named otherwise',
  },
};

const pathParameterMeanings: Readonly<Record<string, string>> = {
  public_id: 'Id of the workspace',
  connection_id: 'Id of the connection; for a database, its default_connection_id',
  database_id: 'Id of the database; a name is no id',
  batch_id: 'Id of the batch',
  upload_id: 'Id of the upload',
  schema: 'Name of the schema',
  table: 'Name of the table',
  index_name: 'Name of the index',
  name: 'Name',
  id: 'Id',
};

const retryAfter = {
  'Retry-After': { description: 'Whole seconds to wait', schema: { type: 'integer' } },
};

/** Version of the interface under `/v1`, independent of the release. */
const interfaceVersion = '1.0.0';

/** Document of the given operations, with exactly the referenced components. */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  const wanted = new Set<string>(options.operations);
  const listed = endpoints.filter((endpoint) => wanted.has(endpoint.operationId));
  const schemas = new ComponentSchemas(options.limits);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of listed) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = operation(endpoint, schemas);
    paths[endpoint.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quern',
      version: interfaceVersion,
      description: 'A self-hosted data platform.',
    },
    servers: [{ url: options.serverUrl }],
    tags: [...new Set(listed.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.components(), parameters: parameterComponents, securitySchemes },
  };
}

function operation(endpoint: Endpoint, schemas: ComponentSchemas): JsonSchema {
  const { body } = endpoint;
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    security: securityOf[endpoint.security],
    parameters: operationParameters(endpoint, schemas),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.required, content: bodyContent(body, schemas) } }),
    responses: operationResponses(endpoint, schemas),
  };
}

function bodyContent(body: NonNullable<Endpoint['body']>, schemas: ComponentSchemas): JsonSchema {
  const named = schemas.reference(body.schema);
  // Some clients write `null` for an absent body.
  const schema = body.required ? named : { anyOf: [named, { type: 'null' }] };
  return {
    ...jsonContent(schema),
    ...(body.form ? { 'application/x-www-form-urlencoded': { schema } } : {}),
  };
}

function operationParameters(endpoint: Endpoint, schemas: ComponentSchemas): JsonSchema[] {
  const inPath = pathParameters(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameterMeanings[name] ?? name,
    schema: { type: 'string', minLength: 1, ...formOf(endpoint, name) },
  }));
  const { databaseHeader } = endpoint;
  const scope = { required: 'DatabaseId', optional: 'OptionalDatabaseId' } as const;
  return [
    ...inPath,
    ...(databaseHeader === undefined
      ? []
      : [{ $ref: `#/components/parameters/${scope[databaseHeader]}` }]),
    ...listedParameters('header', endpoint.headers, schemas),
    ...listedParameters('query', endpoint.query, schemas),
  ];
}

function listedParameters(
  place: 'header' | 'query',
  object: TObject | undefined,
  schemas: ComponentSchemas,
) {
  const required: readonly string[] = object?.required ?? [];
  return Object.entries(object?.properties ?? {}).map(([name, schema]: [string, TSchema]) => {
    const { description, ...rest } = schema as JsonSchema;
    const shown = {
      name,
      in: place,
      required: required.includes(name),
      schema: schemas.parameter(rest),
    };
    return description === undefined ? shown : { ...shown, description };
  });
}

function formOf({ pathForms }: Endpoint, name: string): JsonSchema {
  const pattern = pathForms?.[name];
  return pattern === undefined ? {} : { pattern };
}

function operationResponses(
  endpoint: Endpoint,
  schemas: ComponentSchemas,
): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {};
  for (const error of errorsOf(endpoint))
    responses[error.status] = errorResponse(error, endpoint, schemas);
  for (const [status, response] of Object.entries(endpoint.responses)) {
    responses[status] = successResponse(response, schemas);
  }
  return responses;
}

function successResponse(response: EndpointResponse, schemas: ComponentSchemas): JsonSchema {
  const { description, schema, otherContent = [], headers } = response;
  const others = otherContent.map((type) => [
    type,
    type.startsWith('text/') ? { schema: { type: 'string' } } : {},
  ]);
  const content = {
    ...(schema && jsonContent(schemas.reference(schema))),
    ...Object.fromEntries(others),
  };
  const shownHeaders = Object.entries(headers ?? {}).map(([name, meaning]) => [
    name,
    { description: meaning, schema: { type: 'string' } },
  ]);
  return {
    description,
    ...(Object.keys(content).length === 0 ? {} : { content }),
    ...(shownHeaders.length === 0 ? {} : { headers: Object.fromEntries(shownHeaders) }),
  };
}

function errorResponse(
  error: EndpointError,
  endpoint: Endpoint,
  schemas: ComponentSchemas,
): JsonSchema {
  const retryable =
    error.status === 429 || error.status === 503 || error.codes.includes('RESOURCE_LOCKED');
  const schema = endpoint.errorShape === 'api' ? ApiErrorResponse : WorkspaceErrorResponse;
  return {
    description: `${error.codes.map((code) => `\`${code}\``).join(', ')}: ${error.when}`,
    content: jsonContent(schemas.reference(schema)),
    ...(retryable ? { headers: retryAfter } : {}),
  };
}

function jsonContent(schema: JsonSchema) {
  return { 'application/json': { schema } };
}
