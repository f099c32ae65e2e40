import { type ResultFormat, resultFormats } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';

export const contentTypes: Readonly<Record<ResultFormat, string>> = {
  json: 'application/json; charset=utf-8',
  arrow: 'application/vnd.apache.arrow.stream',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/**
 * The format of an answer: the `format` parameter, else the first supported type of the Accept
 * header (a flat list, q values ignored), else JSON.
 */
export function readFormat(
  parameter: string | null | undefined,
  accept: string | undefined,
): ResultFormat {
  if (parameter !== null && parameter !== undefined) {
    const name = parameter === 'markdown' ? 'md' : parameter;
    const format = resultFormats.find((known) => known === name);
    if (!format)
      throw badRequest(
        `'format' ${printable(parameter)} is unknown; use ${resultFormats.join(', ')}`,
      );
    return format;
  }
  for (const part of (accept ?? '').split(',')) {
    const type = part.split(';')[0]?.trim().toLowerCase();
    const format = resultFormats.find((known) => contentTypes[known].split(';')[0] === type);
    if (format) return format;
  }
  return 'json';
}
