import { expect, test } from 'vitest';
import { namespaceOf, schemaName } from './namespace-name.ts';

test.each([
  [['main'], 'main'],
  [['a', 'b'], 'a.b'],
  [['a.b'], 'a\\.b'],
  [['a\\', '.b', ''], 'a\\\\.\\.b.'],
  [['ü 😀', 'x\ny'], 'ü 😀.x\ny'],
])('namespace %j is schema %j, and back', (namespace, schema) => {
  expect(schemaName(namespace)).toBe(schema);
  expect(namespaceOf(schema)).toEqual(namespace);
});
