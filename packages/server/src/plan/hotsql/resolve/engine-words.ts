/**
 * Translates the engine's messages about a printed statement into PostgreSQL's words: the caller
 * wrote another text, with other types.
 */
import { showType, typeOfEngine } from './type.ts';

/** Type names in DuckDB's messages in addition to the names of its SQL. */
const spelt: Readonly<Record<string, string>> = {
  BOOL: 'boolean',
  INT8: 'smallint',
  INT16: 'smallint',
  INT32: 'integer',
  INT64: 'bigint',
  INT128: 'numeric',
  UINT8: 'smallint',
  UINT16: 'integer',
  UINT32: 'bigint',
  UINT64: 'numeric',
  HUGEINT: 'numeric',
  UHUGEINT: 'numeric',
  STRUCT: 'record',
  ANY: 'any',
  LIST: 'array',
  TIME_NS: 'time without time zone',
  INTEGER_LITERAL: 'integer',
  STRING_LITERAL: 'unknown',
  // The mapping of errors writes STRING; DuckDB itself writes VARCHAR.
  STRING: 'unknown',
  '"NULL"': 'unknown',
};

/**
 * PostgreSQL's name of a type in a DuckDB message: `DECIMAL(5,2)[]`, `STRUCT(a INTEGER)`, `INT32`.
 */
function typeWords(written: string): string {
  const type = written.trim();
  if (type.endsWith('[]')) return `${typeWords(type.slice(0, -2))}[]`;
  if (/^(?:STRUCT|UNION)\b/.test(type)) return 'record';
  const shown = spelt[type.toUpperCase()] ?? showType(typeOfEngine(type));
  return shown.replace(/^(?:MAP|ENUM)\b.*$/s, (name) =>
    name.slice(0, name.startsWith('MAP') ? 3 : 4).toLowerCase(),
  );
}

/**
 * The argument types of a call in a DuckDB message: `name(INTEGER, STRUCT(a INTEGER, b VARCHAR))`.
 */
function callWords(call: string): string {
  const open = call.indexOf('(');
  if (open < 0 || !call.endsWith(')')) return call;
  const types: string[] = [''];
  let depth = 0;
  for (const character of call.slice(open + 1, -1)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) types.push('');
    else types[types.length - 1] += character;
  }
  const shown = types.map((type) => (type.trim() === '' ? '' : typeWords(type)));
  return `${ownName(call.slice(0, open))}(${shown.join(', ')})`;
}

/** Names of Quern's own functions lose their prefix; the caller's names stay. */
const ownName = (name: string) => name.replace(/^hotsql_/, '').replaceAll('"', '');

const outOfRange = (type: string) => `${typeWords(type)} out of range`;

/** The only integer of a type without a negation is the least integer. */
const leastOf: Readonly<Record<string, string>> = {
  '-128': 'INT8',
  '-32768': 'INT16',
  '-2147483648': 'INT32',
};

const notTranslated =
  'HotSQL does not support this combination of functions; write the statement in simpler terms';

type Wording = readonly [pattern: RegExp, words: string | ((...found: string[]) => string)];

const calls: readonly Wording[] = [
  [
    /^No function matches the given name and argument types '(.*?)'\. You might need[\s\S]*/,
    (_, call) =>
      `function ${callWords(call)} does not exist; its arguments may need explicit casts`,
  ],
  [
    /^Could not choose a best candidate function for the function call "(.*?)"\. In order[\s\S]*/,
    (_, call) => `function ${callWords(call)} is not unique; add explicit casts`,
  ],
  [
    /^(?:Scalar|Aggregate|Table|Macro) Function with name (.*) does not exist![\s\S]*/,
    (_, name) => `function ${ownName(name)}() does not exist or is not called as it has to be`,
  ],
  [
    /^Function '(\w+)' has a template parameter type[\s\S]*/,
    (_, name) => `function ${ownName(name)}() cannot tell the type of its argument; cast it to one`,
  ],
  [
    /^Cannot deduce template type '\w+' in function: '(\w+)[\s\S]*/,
    (_, name) => `the arguments of ${ownName(name)}() have to be of one type; cast them to it`,
  ],
  [
    /^Unknown ordered aggregate '(\w+)'.*$/,
    (_, name) => `${ownName(name)} is not an ordered-set aggregate, so it cannot have WITHIN GROUP`,
  ],
  [
    /^Enum value: unrecognized value ("[^"]*") for enum[\s\S]*/,
    'the option $1 is not one that the function knows',
  ],
  [/^Parameter type needs to be List$/, 'the argument must be an array'],
  [/^Invalid lambda expression!$/, 'the argument must be a lambda function: x -> x + 1'],
  [/^ARRAY_SLICE can only operate on LISTs and VARCHARs$/, 'only arrays and texts have slices'],
  [
    /^Too many values in array of JSON structure$/,
    'the structure of JSON has arrays of one value only',
  ],
];

const values: readonly Wording[] = [
  [
    /^(?:list|array)_\w+: \w+ dimensions must be equal, got left length '(\d+)' and right length '(\d+)'$/,
    'different vector dimensions $1 and $2',
  ],
  [
    /^(?:list|array)_\w+: (?:left|right) argument can not contain NULL values$/,
    'a vector must not contain nulls',
  ],
  [
    /^More than one row returned by a subquery[\s\S]*/,
    'more than one row returned by a subquery used as an expression',
  ],
  [/^Overflow in (?:HUGEINT \w+|\w+ of DECIMAL\()[\s\S]*/, 'value overflows numeric format'],
  [/^Overflow in \w+ of (U?[A-Z]*INT\w*) [\s\S]*/, (_, type) => outOfRange(type)],
  [/^Overflow on abs\((-\d+)\)$/, (_, value) => outOfRange(leastOf[value] ?? 'INT64')],
  [/^Overflow in division of (-\d+) \/ -1$/, (_, value) => outOfRange(leastOf[value] ?? 'INT64')],
  [/^Overflow in negation of \w+ value!$/, 'value out of range'],
  [
    /^Type "?\w+"? with value .* can't be cast because the value is out of range for the destination type (\w+)[\s\S]*/,
    (_, type) => outOfRange(type),
  ],
  [/^Failed to cast decimal value .* to type (\w+)[\s\S]*/, (_, type) => outOfRange(type)],
  [/^Casting value .* to type DECIMAL\([\s\S]*/, 'numeric field overflow'],
  [
    /^Type \w+ with value (\S+) can't be cast to the destination type (?:INT64|BIGINT)$/,
    'date out of range for timestamp: "$1"',
  ],
  [/^input value \S+ is out of range for numeric function$/, 'input is out of range'],
  [/^(?:ASIN|ACOS) is undefined outside \[-1, ?1\]$/, 'input is out of range'],
  [/^Date out of range.*$/, 'date out of range'],
  [
    /^(?:Timestamp out of range.*|Date and time not in timestamp range|Epoch seconds out of range for .*)$/,
    'timestamp out of range: those past the year 294246 are not supported',
  ],
  [
    /^(?:[A-Z_]+|Kurtosis|SKEW)(?:\(\w*\)| for \w+)? is out of range!$/,
    'value out of range: overflow',
  ],
  [
    /^Like pattern must not end with escape character!$/,
    'LIKE pattern must not end with escape character',
  ],
  [/^Argument for ntile must be greater than zero$/, 'argument of ntile must be greater than zero'],
  [/^Cannot convert NaN to a BigInt$/, 'cannot convert NaN to bigint'],
  [/^LIMIT\/OFFSET cannot be negative$/, 'LIMIT and OFFSET must not be negative'],
  [
    /^Could not convert string '([\s\S]*)' to (\w+)(?: when casting from source column .*)?$/,
    (_, value, type) =>
      `invalid input syntax for type ${/^(?:INT128|HUGEINT)$/.test(type ?? '') ? 'uuid' : typeWords(type)}: "${value}"`,
  ],
  [
    /^Type \w+ with value '([\s\S]*)' can't be cast to the destination type (.*)$/,
    (_, value, type) => `invalid input syntax for type ${typeWords(type)}: "${value}"`,
  ],
  [
    /^invalid (timestamp|date|time) field format: ("[^"]*").*$/,
    'invalid input syntax for type $1: $2',
  ],
  [/^Malformed JSON at byte .* Input: ("[\s\S]*")$/, 'invalid input syntax for type json: $1'],
];

const statements: readonly Wording[] = [
  [
    /^Unimplemented type for cast \((.*?) -> (.*?)\)(?: when casting[\s\S]*)?$/,
    (_, source, target) => `cannot cast type ${typeWords(source)} to ${typeWords(target)}`,
  ],
  [
    /^Cannot compare values of type (.*) and (?:type )?(.*) in [\s\S]*/,
    (_, left, right) =>
      `operator does not exist: ${typeWords(left)} = ${typeWords(right)}; add an explicit cast`,
  ],
  [
    /^(?:Unsupported join type for flattening correlated subquery|Non-inner join on correlated columns not supported)[\s\S]*/,
    'HotSQL does not support an outer join here that reads columns of an outer query; FULL JOIN never may',
  ],
  [
    /^Cannot perform non-inner join on subquery!$/,
    'HotSQL does not support a subquery in the condition of this outer join; join what it gives first',
  ],
  [
    /^LATERAL join cannot contain window functions!$/,
    'HotSQL does not support window functions in LATERAL subqueries',
  ],
  [
    /^window expression is not supported here$/,
    'HotSQL does not support a window function as such an argument',
  ],
  [/^the engine refused the query[\s\S]*/, notTranslated],
  [/^Aggregate with only constant parameters has to be bound[\s\S]*/, notTranslated],
];

const wordings = [...calls, ...values, ...statements];

/** Words of DuckDB's internals, for messages that no pattern above matches. */
const engineWords =
  /\b(?:U?INT(?:8|16|32|64|128)|U?HUGEINT|U?BIGINT|U?SMALLINT|U?TINYINT|U?INTEGER|VARCHAR|DOUBLE|BLOB|STRUCT|DECIMAL\(|STRING_LITERAL|INTEGER_LITERAL|Candidate (?:functions|macros)|Candidates:|LINE \d+:|(?:Binder|Catalog|Parser|INTERNAL|Conversion) Error|hotsql_\w+|Macro \w+\(\))|\.(?:cpp|hpp)\b|Maximum call stack|\bSET \w+ ?=/;

/** True if a message uses words of the engine outside its quoted parts. */
export const hasEngineWords = (message: string): boolean =>
  engineWords.test(message.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, "''"));

/**
 * The engine's message about a HotSQL statement, in the caller's words; Quern's own message comes
 * back unchanged.
 */
export function inHotsqlWords(message: string): string {
  for (const [pattern, words] of wordings) {
    if (!pattern.test(message)) continue;
    return typeof words === 'string'
      ? message.replace(pattern, words)
      : message.replace(pattern, words);
  }
  const said = message
    .replace(/\b(?:a |an )?STRUCTs?\b/g, 'a record')
    .replace(/\bLISTs\b/g, 'arrays');
  return hasEngineWords(said) ? notTranslated : said;
}
