import { expect, test } from 'vitest';
import { columnTypeOf } from './column-type.ts';
import { typeOfEngine } from './type.ts';

test.each([
  ['DECIMAL(10,2)', 'numeric'],
  ['DECIMAL(10,2)[]', '_numeric'],
  ['HUGEINT[]', '_numeric'],
  ["ENUM('a', 'b[]')", 'text'],
  ["ENUM('a')[]", '_text'],
  ['INTEGER[]', '_int4'],
  ['DECIMAL(4,1)[3]', 'engine'],
  ['INTEGER[][]', 'engine'],
])('%s of the engine is %s', (engine, name) => {
  expect(typeOfEngine(engine).name).toBe(name);
});

test.each([
  ['VARCHAR', 'numeric', 'numeric', 'VARCHAR'],
  ['DECIMAL(38,2)', 'numeric', 'numeric', 'DECIMAL(38,2)'],
  ['VARCHAR[]', '_numeric', '_numeric', 'VARCHAR[]'],
  ['VARCHAR', '_numeric', 'text', 'VARCHAR'],
  ['VARCHAR', 'interval', 'interval', 'INTERVAL'],
  ['TIME', 'interval', 'time', 'TIME'],
  ['VARCHAR', 'kept:"hstore"', 'kept:"hstore"', 'VARCHAR'],
  ['BLOB', 'kept:"hstore"', 'bytea', 'BLOB'],
  ['BIGINT', undefined, 'int8', 'BIGINT'],
])('a column kept as %s that is %s at its source', (type, sqlType, name, engine) => {
  const column = sqlType === undefined ? { type } : { type, sqlType };
  expect(columnTypeOf(column)).toMatchObject({ name, engine });
});
