import { sqlStateOf } from '../../../src/kernel/sql-error.ts';

/**
 * The SQLSTATE of what HotSQL says. The service's errors have a code and a sentence, so where the
 * engine's message carries no class the sentence is what tells; only the class (two characters) is
 * compared.
 */
const states: readonly (readonly [pattern: RegExp, sqlstate: string])[] = [
  [/does not support|is not supported|cannot be translated|Not implemented Error/i, '0A000'],
  // A numeric(p, s) of the statement is narrower than what HotSQL computes in.
  [
    /type DECIMAL\((?!38)\d+,\d+\) failed: value is out of range|Failed to cast decimal value/,
    '22003',
  ],
  // Ranges that HotSQL lacks: numeric has 38 digits, an interval's parts 32 bits.
  [/DECIMAL\(\d+(, ?\d+)?\)|Cannot cast .* to DECIMAL|more than 38 digits|HUGEINT/, '0A000'],
  // PostgreSQL has infinite intervals.
  [/Cannot subtract infinite/, '0A000'],
  [/must appear in/, '42803'],
  // HotSQL should have refused a statement that the engine cannot bind; the engine's error is a
  // refusal in other words.
  [/Binder Error|Catalog Error|Parser Error/, '42000'],
  [/INTERRUPT Error/, '57014'],
  [/division by zero|divide by zero/i, '22012'],
  [
    /invalid input syntax|malformed (array|record|range) literal|invalid hexadecimal|invalid byte/i,
    '22P02',
  ],
  [
    /out of range|overflow|too large|infinite|is undefined outside|complex result|logarithm|square root|power is undefined/i,
    '22003',
  ],
  [/Conversion Error|Out of Range Error|Could not convert string/, '22000'],
  [/can't be cast (?:to the destination type|because)/, '22003'],
  [/more than one row/i, '21000'],
  [
    /must not be|must be|cannot be (zero|negative|null)|negative substring|invalid regular|invalid escape|invalid value|invalid name|too (long|short)/i,
    '22023',
  ],
  [
    /syntax error|unterminated|at or near|does not exist|no column|not found|ambiguous|cannot be matched|must appear in|not allowed|is not unique|specified more than once|duplicate|No function matches|could not (determine|identify)/i,
    '42000',
  ],
];

export function stateOf(message: string): string | undefined {
  // The engine's message repeats the statement, which names types.
  const said = message.replace(/\n+LINE \d+:[\s\S]*/, '');
  return sqlStateOf(said) ?? states.find(([pattern]) => pattern.test(said))?.[1];
}
