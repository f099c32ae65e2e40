/** Bit strings are represented as texts of digits, which sort like PostgreSQL's bit strings. */
import type {
  AggregateImplementation,
  Implementation,
  Implementations,
} from '../implementation.ts';

const combined =
  (word: string): Implementation =>
  ({ args }) =>
    `hotsql_bits_combine(${args.map(({ text }) => text).join(', ')}, '${word}')`;

const length = 'CAST(length($1) AS INTEGER)';
/** Longer than any bit string. */
const toEnd = '2147483647';

export const bitStringFunctions: Implementations<Implementation> = {
  'bit_count(bit)': "CAST(length(replace($1, '0', '')) AS BIGINT)",
  'bit_length(bit)': length,
  'get_bit(bit,int4)': 'hotsql_bits_get($1, $2)',
  'length(bit)': length,
  'octet_length(bit)': 'CAST((length($1) + 7) // 8 AS INTEGER)',
  'overlay(bit,bit,int4)': 'hotsql_bits_overlay($1, $2, $3, CAST(length($2) AS INTEGER))',
  'overlay(bit,bit,int4,int4)': 'hotsql_bits_overlay($1, $2, $3, $4)',
  'position(bit,bit)': 'hotsql_bits_position($1, $2)',
  'set_bit(bit,int4,int4)': 'hotsql_bits_set($1, $2, $3)',
  'substring(bit,int4)': `hotsql_bits_substring($1, $2, ${toEnd})`,
  'substring(bit,int4,int4)': 'hotsql_bits_substring($1, $2, $3)',
};

export const bitStringOperators: Implementations<Implementation> = {
  'bit & bit': combined('AND'),
  'bit | bit': combined('OR'),
  'bit # bit': combined('XOR'),
  '~ bit': "translate($1, '01', '10')",
  'bit << int4': 'hotsql_bits_shift($1, $2, -1)',
  'bit >> int4': 'hotsql_bits_shift($1, $2, 1)',
  'varbit || varbit': '($1 || $2)',
};

const over = (word: string): AggregateImplementation => ({
  spelling: '',
  compose: ({ args: [value] }, frame) =>
    `hotsql_bits_all(${frame.write('list', value?.text ?? '')}, '${word}')`,
});

export const bitStringAggregates: Implementations<AggregateImplementation> = {
  'bit_and(bit)': over('AND'),
  'bit_or(bit)': over('OR'),
  'bit_xor(bit)': over('XOR'),
};
