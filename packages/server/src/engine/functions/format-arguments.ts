import { sqlError } from '../../kernel/sql-error.ts';
import { quoteIdent, quoteLiteralAsPostgres } from './sql-quoting.ts';

const specifier = /%(?:%|(?:(\d+)\$)?(-*)(?:(\d+)|(\*)(?:(\d+)\$)?)?(.?))/gsu;
const bad = (message: string): never => sqlError('22023', message);

/** format(): %s, %I and %L, by place or in order, with a width. */
export function formatArguments(template: string, args: readonly (string | null)[]): string {
  let next = 0;
  const take = (place: string | undefined): string | null => {
    if (place !== undefined && Number(place) === 0)
      bad('format specifies argument 0, but arguments are numbered from 1');
    const index = place === undefined ? next : Number(place) - 1;
    next = index + 1;
    return index < args.length ? (args[index] ?? null) : bad('too few arguments for format()');
  };
  return template.replace(specifier, (all, place, dashes, digits, star, starPlace, letter) => {
    if (all === '%%') return '%';
    if (letter === undefined || letter === '') return bad('unterminated format() type specifier');
    let width = digits === undefined ? 0 : sized(digits);
    if (star !== undefined) width = widthOf(take(starPlace) ?? '0');
    if (!/^[sIL]$/.test(letter)) return bad(`unrecognized format() type specifier "${letter}"`);
    const shown = show(letter, take(place));
    const isLeft = dashes !== '' || width < 0;
    const padding = ' '.repeat(Math.max(Math.abs(width) - [...shown].length, 0));
    return isLeft ? shown + padding : padding + shown;
  });
}

function show(letter: string, value: string | null): string {
  if (letter === 's') return value ?? '';
  if (letter === 'L') return value === null ? 'NULL' : quoteLiteralAsPostgres(value);
  return value === null
    ? sqlError('22004', 'null values cannot be formatted as an SQL identifier')
    : quoteIdent(value);
}

const sized = (digits: string): number =>
  Number(digits) > 2 ** 31 - 1 ? sqlError('22003', 'number is out of range') : Number(digits);

const widthOf = (value: string): number =>
  /^\s*[+-]?\d+\s*$/.test(value)
    ? Number(value)
    : sqlError('22P02', `invalid input syntax for type integer: "${value}"`);
