/** Functions that test the reading of texts, and other functions of names, bytes and randomness. */
import { type Expr, expr } from '../../resolve/expr.ts';
import { recordOf } from '../../resolve/record-type.ts';
import { decimalOf, decimalType, textType } from '../../resolve/type.ts';
import type {
  AggregateImplementation,
  Call,
  Implementation,
  Implementations,
} from '../implementation.ts';

const columns = ['message', 'detail', 'hint', 'sql_error_code'] as const;

/** A row of nulls if the text is valid; no row for a null argument. */
const errorInfo: Implementation = ({ args }) => {
  const items = `hotsql_input_error(${args.map(({ text }) => text).join(', ')})`;
  const members = columns.map((name, index) => `'${name}': "e"[${index + 1}]`);
  const row = `list_transform([${items}], lambda "e": CASE WHEN "e" IS NOT NULL THEN {${members.join(', ')}} END)[1]`;
  const type = recordOf(columns.map((name) => ({ name, type: textType })));
  return expr(`CAST(${row} AS ${type.engine})`, type);
};

const noLower = "error('[22023] lower bound must be less than or equal to upper bound')";

/** A whole number between the two arguments, both inclusive. */
const randomInteger =
  (engine: string): Implementation =>
  ({ args: [low, high] }) =>
    `list_transform([{'l': CAST(${low?.text} AS HUGEINT), 'h': CAST(${high?.text} AS HUGEINT), 'r': random()}], lambda "b": CASE WHEN struct_extract("b", 'l') > struct_extract("b", 'h') THEN ${noLower} ELSE CAST(least(struct_extract("b", 'l') + CAST(floor(struct_extract("b", 'r') * (struct_extract("b", 'h') - struct_extract("b", 'l') + 1)) AS HUGEINT), struct_extract("b", 'h')) AS ${engine}) END)[1]`;

/** Numerics as whole numbers, in units of the last decimal of the longer one. */
function randomNumeric({ args, location, printing }: Call): Expr {
  const scale = Math.max(...args.map(({ type }) => decimalOf(type)?.scale ?? 0));
  const whole = (value: Expr | undefined) =>
    `CAST(round(${value === undefined ? '' : printing.castTo(value, 'float8', location).text} * 1e${scale}) AS HUGEINT)`;
  const [low, high] = args.map(whole);
  const type = decimalType(38, scale);
  const places = `least(struct_extract("b", 'l') + CAST(floor(struct_extract("b", 'r') * (struct_extract("b", 'h') - struct_extract("b", 'l') + 1)) AS HUGEINT), struct_extract("b", 'h'))`;
  const value = `CAST(CAST(${places} AS DECIMAL(${38 - scale},0)) * CAST(1e-${scale} AS DECIMAL(${scale + 1},${scale})) AS ${type.engine})`;
  const text = `list_transform([{'l': ${low}, 'h': ${high}, 'r': random()}], lambda "b": CASE WHEN struct_extract("b", 'l') > struct_extract("b", 'h') THEN ${noLower} ELSE ${value} END)[1]`;
  return expr(text, type);
}

const normal: Implementation = ({ args: [mean, deviation] }) =>
  `(coalesce(${mean?.text ?? '0'}, NULL) + ${deviation?.text ?? '1'} * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))`;

const degrees = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}(float8)`, `hotsql_${name}($1)`]));

export const textInputFunctions: Implementations<Implementation> = {
  ...degrees('acosd asind atand cosd cotd sind tand'),
  'atan2d(float8,float8)': 'hotsql_atan2d($1, $2)',
  'convert(bytea,name,name)':
    'hotsql_encode_text(hotsql_decode_text($1, CASE WHEN $3 IS NOT NULL THEN $2 END), $3)',
  'convert_from(bytea,name)': 'hotsql_decode_text($1, $2)',
  'convert_to(text,name)': 'hotsql_encode_text($1, $2)',
  'crc32(bytea)': 'hotsql_crc32($1)',
  'crc32c(bytea)': 'hotsql_crc32c($1)',
  'length(bytea,name)': 'CAST(length(hotsql_decode_text($1, $2)) AS INTEGER)',
  'parse_ident(text,bool)': ({ args: [name, strict] }) =>
    `hotsql_parse_identifier(${name?.text ?? ''}, ${strict?.text ?? 'true'})`,
  'pg_input_error_info(text,text)': errorInfo,
  'pg_input_is_valid(text,text)': 'hotsql_input_is_valid($1, $2)',
  'random(int4,int4)': randomInteger('INTEGER'),
  'random(int8,int8)': randomInteger('BIGINT'),
  'random(numeric,numeric)': randomNumeric,
  'random_normal(float8,float8)': normal,
  'uuid_extract_timestamp(uuid)': 'hotsql_uuid_moment(CAST($1 AS VARCHAR))',
  'uuid_extract_version(uuid)': 'CAST(hotsql_uuid_version(CAST($1 AS VARCHAR)) AS SMALLINT)',
  'uuidv4()': 'gen_random_uuid()',
  'uuidv7()': 'uuidv7()',
};

/** Both aggregates follow the order of the rows. */
export const bytesAggregates: Implementations<AggregateImplementation> = {
  'string_agg(bytea,bytea)': {
    spelling: '',
    compose: ({ args: [value, separator] }, frame) => {
      const pairs = frame.write('list', `{'v': ${value?.text}, 's': ${separator?.text}}`);
      const part = (name: string) => `list_transform(${pairs}, lambda "p": "p".${name})`;
      return `hotsql_bytes_join(${part('v')}, ${part('s')})`;
    },
  },
};
