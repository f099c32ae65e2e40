/**
 * Types that handlers and clients take from the endpoints; `npm run check` compiles the file, and
 * the compiler judges.
 */
import { expect, expectTypeOf, it } from 'vitest';
import type { OperationId, RequestOf, ResponseBodyOf, ResponseOf } from '../src/index.ts';
import { pathParameters } from '../src/index.ts';

type Handlers<Ids extends OperationId> = {
  readonly [Id in Ids]: (request: RequestOf<Id>) => ResponseOf<Id>;
};

it('types the parts of a request', () => {
  expectTypeOf<RequestOf<'databases.loadTable'>['params']>().toEqualTypeOf<{
    readonly database_id: string;
    readonly schema: string;
    readonly table: string;
  }>();
  expectTypeOf<RequestOf<'queries.run'>['body']['sql']>().toEqualTypeOf<string>();
  expectTypeOf<RequestOf<'queries.run'>['body']['async_after_ms']>().toEqualTypeOf<
    number | null | undefined
  >();
  expectTypeOf<RequestOf<'databases.loadTable'>['body']['mode']>().toEqualTypeOf<
    'replace' | 'append' | 'delete' | 'update' | 'upsert'
  >();
  expectTypeOf<RequestOf<'results.get'>['query']['format']>().toEqualTypeOf<
    'arrow' | 'json' | 'csv' | 'md' | 'parquet' | 'markdown' | undefined
  >();
  expectTypeOf<
    RequestOf<'uploads.finalize'>['headers']['x-upload-finalize-token']
  >().toEqualTypeOf<string>();
  expectTypeOf<undefined>().toExtend<RequestOf<'uploads.finalize'>['body']>();
  expectTypeOf<undefined>().not.toExtend<RequestOf<'uploads.create'>['body']>();
  expectTypeOf<RequestOf<'databases.get'>['body']>().toEqualTypeOf<undefined>();
});

it('types the answers by status', () => {
  expectTypeOf<ResponseOf<'queries.run'>['status']>().toEqualTypeOf<200 | 202>();
  expectTypeOf<ResponseBodyOf<'queries.run', 200>['rows']>().toEqualTypeOf<unknown[][]>();
  expectTypeOf<ResponseBodyOf<'databases.delete'>>().toEqualTypeOf<undefined>();
  expectTypeOf<ResponseOf<'results.get'>['status']>().toEqualTypeOf<200 | 202 | 409>();
  expectTypeOf<ResponseBodyOf<'jobs.get'>['status']>().toEqualTypeOf<
    'pending' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed'
  >();
});

it('checks a handler map by operation id', () => {
  const handlers: Handlers<'databases.count' | 'databases.delete'> = {
    'databases.count': (request) => ({
      status: 200,
      body: { total: request.query.search?.length ?? 0 },
    }),
    'databases.delete': () => ({ status: 204, body: undefined }),
  };
  const request = { params: {}, query: { search: 'abc' }, headers: {}, body: undefined };
  expect(handlers['databases.count'](request)).toEqual({ status: 200, body: { total: 3 } });

  // @ts-expect-error: 201 is no status of a count
  const wrong: ResponseOf<'databases.count'> = { status: 201, body: { total: 0 } };
  expect(wrong.status).toBe(201);
});

it('reads the parameters of a path in order', () => {
  expect(pathParameters('/v1/a/{one}/b/{two}')).toEqual(['one', 'two']);
  expect(pathParameters('/v1/a')).toEqual([]);
});
