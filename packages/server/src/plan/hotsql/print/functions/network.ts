/** Addresses of networks and of network cards are represented as PostgreSQL's text. */
import type { Call, Implementation, Implementations } from '../implementation.ts';

const part = (word: string): Implementation => `hotsql_inet_part('${word}', $1)`;
const tested = (word: string): Implementation => `hotsql_inet_test('${word}', $1, $2)`;
const testedBack = (word: string): Implementation => `hotsql_inet_test('${word}', $2, $1)`;
const combined = (word: string): Implementation => `hotsql_inet_combine('${word}', $1, $2)`;

export const networkFunctions: Implementations<Implementation> = {
  'abbrev(cidr)': part('abbreviated'),
  'abbrev(inet)': part('inet'),
  'broadcast(inet)': part('broadcast'),
  'family(inet)': "CASE WHEN contains($1, ':') THEN 6 WHEN $1 IS NOT NULL THEN 4 END",
  'host(inet)': part('host'),
  'hostmask(inet)': part('hostmask'),
  'inet_merge(inet,inet)': combined('merge'),
  'inet_same_family(inet,inet)': tested('sameFamily'),
  'masklen(inet)': 'hotsql_inet_length($1)',
  'netmask(inet)': part('netmask'),
  'network(inet)': part('network'),
  'set_masklen(inet,int4)': "hotsql_inet_with_length('inet', $1, $2)",
  'set_masklen(cidr,int4)': "hotsql_inet_with_length('cidr', $1, $2)",
  'text(inet)': part('full'),
  'network_sub(inet,inet)': tested('within'),
  'network_subeq(inet,inet)': tested('withinOrSame'),
  'network_sup(inet,inet)': testedBack('within'),
  'network_supeq(inet,inet)': testedBack('withinOrSame'),
  'network_overlap(inet,inet)': tested('overlap'),
  'macaddr8_set7bit(macaddr8)': "hotsql_mac_change('mark', $1)",
  'trunc(macaddr|macaddr8)': "hotsql_mac_change('trunc', $1)",
};

const comparisons: Implementations<Implementation> = Object.fromEntries(
  ['=', '<>', '<', '>', '<=', '>='].flatMap((operator) => [
    [`inet ${operator} inet`, `(hotsql_inet_key($1) ${operator} hotsql_inet_key($2))`],
    [`macaddr ${operator} macaddr`, `($1 ${operator} $2)`],
    [`macaddr8 ${operator} macaddr8`, `($1 ${operator} $2)`],
  ]),
);

const combinedMac =
  (word: string): Implementation =>
  ({ args }: Call) =>
    `hotsql_mac_combine('${word}', ${args.map(({ text }) => text).join(', ')})`;

export const networkOperators: Implementations<Implementation> = {
  ...comparisons,
  'inet << inet': tested('within'),
  'inet <<= inet': tested('withinOrSame'),
  'inet >> inet': testedBack('within'),
  'inet >>= inet': testedBack('withinOrSame'),
  'inet && inet': tested('overlap'),
  '~ inet': part('not'),
  'inet & inet': combined('and'),
  'inet | inet': combined('or'),
  'inet + int8': 'hotsql_inet_move($1, $2)',
  'int8 + inet': 'hotsql_inet_move($2, $1)',
  'inet - int8': 'hotsql_inet_move($1, -$2)',
  'inet - inet': 'hotsql_inet_distance($1, $2)',
  '~ macaddr|macaddr8': "hotsql_mac_change('not', $1)",
  'macaddr & macaddr': combinedMac('and'),
  'macaddr | macaddr': combinedMac('or'),
  'macaddr8 & macaddr8': combinedMac('and'),
  'macaddr8 | macaddr8': combinedMac('or'),
};
