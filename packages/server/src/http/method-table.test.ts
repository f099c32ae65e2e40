import { describe, expect, test } from 'vitest';
import { MethodTable } from './method-table.ts';

const table = new MethodTable();
for (const [method, path] of [
  ['GET', '/v1/things'],
  ['POST', '/v1/things'],
  ['GET', '/v1/things/count'],
  ['GET', '/v1/things/:id'],
  ['DELETE', '/v1/things/:id'],
  ['GET', '/v1/things/count/parts/:n'],
  ['GET', '/v1/things/:id/parts'],
  ['GET', '/files/*'],
] as const) {
  table.add(method, path);
}
const methodsAt = (target: string) => [...(table.find(target)?.methods ?? [])];

describe('the methods of a path', () => {
  test.each([
    ['/v1/things', ['GET', 'POST']],
    ['/v1/things?limit=1', ['GET', 'POST']],
    ['/v1/things/count', ['GET']],
    ['/v1/things/c%6Funt', ['GET']],
    ['/v1/things/a%2Fb', ['GET', 'DELETE']],
    ['/v1/things/count/parts', ['GET']],
    ['/v1/things/count/parts/2', ['GET']],
    ['/files/a/b', ['GET']],
    ['/v1/things/', []],
    ['/v1/things/x/parts/2', []],
    ['//v1/things', []],
    ['/v1', []],
    ['/files', []],
    ['*', []],
  ])('%s: %j', (target, methods) => {
    expect(methodsAt(target)).toEqual(methods);
  });
});
