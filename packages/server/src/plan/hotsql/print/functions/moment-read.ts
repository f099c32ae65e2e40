import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { parseTimeTemplate } from '../../../../values/time-template.ts';
import { textConstant } from '../../resolve/expr.ts';
import type { Call } from '../implementation.ts';

/**
 * to_date() and to_timestamp() with a literal template. DuckDB reads texts with exactly the
 * template's digits and marks, and the worker's function reads all others.
 */
const fields: Readonly<Record<string, readonly [digits: string, letter: string]>> = {
  YYYY: ['[1-9][0-9]{3}', '%Y'],
  MM: ['(?:0[1-9]|1[0-2])', '%m'],
  DD: ['(?:0[1-9]|[12][0-9]|3[01])', '%d'],
  HH24: ['(?:[01][0-9]|2[0-3])', '%H'],
  MI: ['[0-5][0-9]', '%M'],
  SS: ['[0-5][0-9]', '%S'],
};

/** Undefined if the template has other parts. */
function formOf(template: string): { pattern: string; format: string } | undefined {
  const seen = new Set<string>();
  let [pattern, format] = ['', ''];
  for (const part of parseTimeTemplate(template)) {
    if (part.kind !== 'field') {
      if (part.isQuoted || !/^[-/:., ]$/.test(part.value)) return undefined;
      pattern += `[${part.value === '-' ? '\\-' : part.value}]`;
      format += part.value;
      continue;
    }
    const [digits, letter] = fields[part.name] ?? [];
    const isPlain = !part.fill && !part.translated && part.ordinal === undefined;
    if (digits === undefined || letter === undefined || !isPlain || seen.has(part.name))
      return undefined;
    seen.add(part.name);
    pattern += digits;
    format += letter;
  }
  // The default year differs between DuckDB and PostgreSQL.
  return ['YYYY', 'MM', 'DD'].every((name) => seen.has(name)) ? { pattern, format } : undefined;
}

export const momentRead =
  (name: 'to_date' | 'to_timestamp') =>
  ({ args: [value, template] }: Call): string => {
    const [text, written] = [value?.text ?? '', template?.text ?? ''];
    const own = `hotsql_${name}(${text}, ${written})`;
    const constant = template && textConstant(template);
    const form = constant === undefined ? undefined : formOf(constant);
    if (form === undefined) return own;
    const moment = `CASE WHEN regexp_full_match(${text}, ${quoteLiteral(form.pattern)}) THEN try_strptime(${text}, ${quoteLiteral(form.format)}) END`;
    const type = name === 'to_date' ? 'DATE' : 'TIMESTAMP WITH TIME ZONE';
    // The worker's function refuses dates such as the thirtieth of February.
    return `coalesce(CAST(${moment} AS ${type}), ${own})`;
  };
