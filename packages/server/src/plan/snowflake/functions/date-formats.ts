import { quoteLiteral } from '../../../kernel/quoting.ts';
import { refuse } from '../tree.ts';

const elements: readonly (readonly [element: string, printed: string, parsed: string | null])[] = [
  ['YYYY', '%Y', '%Y'],
  ['YY', '%y', null],
  ['MMMM', '%B', '%B'],
  ['MON', '%b', '%b'],
  ['MM', '%m', '%m'],
  ['DD', '%d', '%d'],
  ['DY', '%a', null],
  ['HH24', '%H', '%H'],
  ['HH12', '%I', '%I'],
  ['AM', '%p', '%p'],
  ['PM', '%p', '%p'],
  ['MI', '%M', '%M'],
  ['SS', '%S', '%S'],
  ['FF3', '%g', '%g'],
  ['FF6', '%f', '%f'],
];

/** Snowflake's date format as DuckDB's; parts without an exact counterpart are refused. */
export function dateFormat(format: string, use: 'print' | 'parse'): string {
  let printed = '';
  let rest = format;
  while (rest !== '') {
    const literal = /^"([^"]*)"|^[-/:., ]|^T(?=HH)/.exec(rest);
    if (literal !== null) {
      printed += (literal[1] ?? literal[0]).replaceAll('%', '%%');
      rest = rest.slice(literal[0].length);
      continue;
    }
    const known = elements.find(([element]) => rest.toUpperCase().startsWith(element));
    const text = known?.[use === 'print' ? 1 : 2];
    if (known === undefined || !text)
      return refuse(
        `the format '${format.slice(0, 60)}'`,
        'YYYY, MM, MON, MMMM, DD, HH24, HH12, AM, MI, SS, FF3 and FF6 are known',
      );
    printed += text;
    rest = rest.slice(known[0].length);
  }
  return quoteLiteral(printed);
}
