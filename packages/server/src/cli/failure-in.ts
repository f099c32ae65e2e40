import type { Endpoint } from '@quern/contract';

/**
 * The failed part of an answered command; null if all succeeded. An answer that only reports an
 * earlier failure is a success: the command asked for the report.
 */
export function failureIn({ method, operationId }: Endpoint, answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const fields = answer as Readonly<Record<string, unknown>>;
  if (operationId.endsWith('.checkHealth') && fields.healthy === false)
    return `the source does not answer as it should: ${textOf(fields.error)}`;
  if (method === 'GET') return null;
  if (fields.discovery_status === 'failed')
    return `the connection is registered, and its tables could not be read: ${textOf(fields.discovery_error)}`;
  const failed = Number(fields.connections_failed ?? 0) + Number(fields.tables_failed ?? 0);
  if (failed === 0) return null;
  const errors = Array.isArray(fields.errors) ? fields.errors : [];
  return [`${failed} could not be refreshed`, ...errors.map(lineOf)].join('\n');
}

const textOf = (error: unknown) => (typeof error === 'string' ? error : 'no reason was given');

function lineOf(one: unknown): string {
  const fields = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
  const table = [fields.schema_name, fields.table_name].filter((part) => typeof part === 'string');
  const name = table.length > 0 ? table.join('.') : String(fields.connection_id ?? '');
  return `${name}: ${textOf(fields.error)}`;
}
