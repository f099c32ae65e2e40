import { SqlError, sqlError, withoutSqlState } from '../../kernel/sql-error.ts';
import { typeInfo } from '../../plan/hotsql/resolve/catalog/postgres-catalog.ts';
import { readWrittenType, type WrittenType } from '../../plan/hotsql/resolve/written-type.ts';
import { readArrayText } from '../../values/array-text.ts';
import { boolean, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { DetailedSqlError, inputReader } from './input-readers.ts';

/** The error of a type's input function, in the form of PostgreSQL's pg_input_error_info(). */
interface InputError {
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly sqlState: string;
}

function read(value: string, type: WrittenType): unknown {
  const reader = inputReader(type.name);
  if (typeInfo(type.name) === undefined) sqlError('42704', `type "${type.name}" does not exist`);
  if (reader === undefined)
    return sqlError('0A000', `the input of type '${type.name}' is not supported here`);
  if (!type.isArray) return reader(value, type.modifiers);
  const array = readArrayText(value);
  switch (array.kind) {
    case 'elements':
      for (const element of array.elements) if (element !== null) reader(element, type.modifiers);
      return undefined;
    case 'rows':
      for (const row of array.rows) read(row, type);
      return undefined;
    case 'invalid':
      return sqlError(array.sqlState, array.message);
    case 'malformed':
      return malformedArray(value);
    default:
      return sqlError('0A000', `${array.what} is not supported`);
  }
}

const malformedArray = (value: string): never =>
  sqlError('22P02', `malformed array literal: "${value}"`);

/**
 * True for dates with an impossible month or day, where another order of the parts may be meant.
 */
const isDisordered = (value: string) => {
  const [, one = '0', two = '0', three = '0'] = /(?<!\d)(\d+)[-/](\d+)[-/](\d+)/.exec(value) ?? [];
  const [month, day] = one.length > 2 ? [two, three] : [one, two];
  return Number(month) > 12 || Number(day) > 31;
};

function errorOf(value: string, typeName: string): InputError | undefined {
  const type = readWrittenType(typeName);
  try {
    read(value, type);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof SqlError) || thrown.sqlState === '0A000' || thrown.sqlState === '42704')
      throw thrown;
    const message = withoutSqlState(thrown.message);
    const isDate =
      thrown.sqlState === '22008' &&
      message.startsWith('date/time field value') &&
      isDisordered(value);
    return {
      message,
      sqlState: thrown.sqlState,
      ...(thrown instanceof DetailedSqlError && { detail: thrown.detail }),
      ...(isDate && { hint: 'Perhaps you need a different "DateStyle" setting.' }),
    };
  }
}

/** Malformed json and arrays are refused, because PostgreSQL's details are not known here. */
function errorInfo(value: string, typeName: string): readonly (string | null)[] {
  const error = errorOf(value, typeName);
  if (error === undefined) return [null, null, null, null];
  if (/^(?:invalid input syntax for type json$|malformed array)/.test(error.message)) {
    return sqlError('0A000', 'pg_input_error_info() of malformed json and arrays is not supported');
  }
  return [error.message, error.detail ?? null, error.hint ?? null, error.sqlState];
}

export const inputErrorFunctions: readonly EngineFunction[] = [
  strictFunction(
    'hotsql_input_is_valid',
    [text, text],
    boolean,
    (value, type) => errorOf(value, type) === undefined,
  ),
  strictFunction('hotsql_input_error', [text, text], list(text), errorInfo),
];
