import { describe, expect, it } from 'vitest';
import { badRequest } from '../kernel/errors.ts';
import { errorClasses, mapDuckdbError } from './map-duckdb-error.ts';

const memory = { memoryBytes: 256 * 2 ** 20 };
const files = 'queries cannot reach files, networks or extensions; query tables instead';
const inside = 'the query failed inside the engine; the server log has the details';

describe('a DuckDB error', () => {
  it.each([
    [
      'Parser Error: syntax error at or near "selec"\n\nLINE 1: selec 1\n        ^',
      'BAD_REQUEST',
      'syntax error at or near "selec"',
    ],
    [
      'Failed to extract statements: Parser Error: Max expression depth limit of 1000 exceeded. Use "SET max_expression_depth TO x" to increase the maximum expression depth.',
      'BAD_REQUEST',
      'the query nests too deeply; use fewer levels of parentheses, operators or subqueries',
    ],
    [
      'Binder Error: Referenced column "nope" not found in FROM clause!\nCandidate bindings: "nop"\n\nLINE 1: CREATE TABLE "quern-worker".main.result AS SELECT nope',
      'BAD_REQUEST',
      'Referenced column "nope" not found in FROM clause!\nCandidate bindings: "nop"',
    ],
    [
      'Catalog Error: Table with name t does not exist!\nDid you mean "quern-worker.main.result"?',
      'BAD_REQUEST',
      'Table with name t does not exist!\nDid you mean "result"?',
    ],
    [
      "Conversion Error: Could not convert string 'abc' to INT32\n\nLINE 1: x",
      'BAD_REQUEST',
      "Could not convert string 'abc' to INTEGER",
    ],
    [
      "Binder Error: No function matches the given name and argument types '+(INTEGER[], INTEGER_LITERAL)'.",
      'BAD_REQUEST',
      "No function matches the given name and argument types '+(INTEGER[], INTEGER)'.",
    ],
    [
      'Out of Range Error: Overflow in addition of INT64 (1 + 2)!',
      'BAD_REQUEST',
      'Overflow in addition of BIGINT (1 + 2)!',
    ],
    [
      'Invalid Input Error: More than one row returned by a subquery used as an expression.\n\nUse "SET scalar_subquery_error_on_multiple_rows=false" to revert to previous behavior of returning a random row.',
      'BAD_REQUEST',
      'More than one row returned by a subquery used as an expression.',
    ],
    [
      'Invalid Input Error: cannot read /var/lib/quern/objects/abc.parquet now',
      'BAD_REQUEST',
      'cannot read <file> now',
    ],
    ['Not implemented Error: PIVOT of that', 'BAD_REQUEST', 'PIVOT of that'],
    ['Mismatch Type Error: a is no b', 'BAD_REQUEST', 'a is no b'],
    [
      'Binder Error: ',
      'BAD_REQUEST',
      'the engine refused the query (binder error); check its text',
    ],
    [
      'Permission Error: Cannot access file "/etc/passwd" - file system operations are disabled',
      'BAD_REQUEST',
      files,
    ],
    ['Missing Extension Error: httpfs', 'BAD_REQUEST', files],
    [
      'Out of Memory Error: could not allocate block of size 256.0 KiB (47.6 MiB/47.6 MiB used)\n\nPossible solutions:\n* x',
      'BAD_REQUEST',
      'query exceeded its memory budget of 256 MiB; narrow it, or filter and aggregate earlier',
    ],
    [
      'Out of Memory Error: failed to offload data block of size 256.0 KiB (9.9 GiB/9.9 GiB used). Set max_temp_directory_size',
      'BAD_REQUEST',
      'query needed more temporary disk space than it may use; narrow it, or filter and aggregate earlier',
    ],
    ['INTERRUPT Error: Interrupted!', 'CLIENT_CLOSED_REQUEST', 'the query was cancelled'],
    [
      'IO Error: No files found that match the pattern "/data/x.parquet"',
      'INTERNAL_SERVER_ERROR',
      inside,
    ],
    ['INTERNAL Error: Attempted to access index 3', 'INTERNAL_SERVER_ERROR', inside],
    ['FATAL Error: database has been invalidated', 'INTERNAL_SERVER_ERROR', inside],
    ['TransactionContext Error: Current transaction is aborted', 'INTERNAL_SERVER_ERROR', inside],
    ['something that is no DuckDB error', 'INTERNAL_SERVER_ERROR', inside],
  ])('%j is %s', (text, code, message) => {
    const error = mapDuckdbError(new Error(text), memory);
    expect({ code: error.code, message: error.message }).toEqual({ code, message });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it.each(Object.entries(errorClasses))('of type %s is of class %s', (type, kind) => {
    const code = {
      caller: 'BAD_REQUEST',
      files: 'BAD_REQUEST',
      memory: 'BAD_REQUEST',
      interrupt: 'CLIENT_CLOSED_REQUEST',
      internal: '',
    };
    expect(mapDuckdbError(new Error(`${type} Error: text`)).code).toBe(code[kind]);
  });

  it('that is a QuernError already stays as it is', () => {
    const error = badRequest('no');
    expect(mapDuckdbError(error)).toBe(error);
  });
});
