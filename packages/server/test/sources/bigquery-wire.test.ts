/**
 * The BigQuery driver against a server that answers as BigQuery documents: sign-in, Arrow, pages,
 * failures.
 */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { Int64, Utf8 } from 'apache-arrow';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FieldSchema } from '../../src/sources/bigquery/schema.ts';
import { eventually } from '../eventually.ts';
import { arrowStream } from './arrow-stream.ts';
import { arrowOf, fieldOf, restOf } from './bigquery-values.ts';
import {
  type BigqueryReply,
  BigqueryWire,
  bigqueryFailure,
  offsetOf,
  rowsMessage,
  selectedOf,
  sessionMessage,
} from './bigquery-wire.ts';
import { documentedTypes, SourceFixture } from './source-fixture.ts';

const fixture = new SourceFixture('bigquery');
const wire = new BigqueryWire();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const email = 'reader@acme-shop.iam.gserviceaccount.com';
let fields: Record<string, string>;
beforeAll(async () => {
  await wire.start();
  fields = {
    project_id: 'acme-shop',
    host: wire.origin,
    storage_host: wire.storageOrigin,
    credentials_json: account(),
  };
});
afterAll(async () => {
  await fixture.close();
  await wire.stop();
});
beforeEach(() => {
  wire.reset();
  wire.fields = [{ name: 'id', type: 'INTEGER', mode: 'REQUIRED' }];
});

const account = (changes: object = {}) =>
  JSON.stringify({
    type: 'service_account',
    client_email: email,
    private_key: pem,
    private_key_id: 'key-1',
    token_uri: `${wire.origin}/token`,
    ...changes,
  });
const config = (changes: object = {}) => fixture.config({ ...fields, ...changes });
const read = (changes: object = {}, more: object = {}) =>
  fixture.read(config(changes), { schema: 'shop', table: 't', ...more });
const ids = (...values: number[]) =>
  arrowStream([{ name: 'id', type: new Int64(), values: values.map(BigInt) }]);
/** The metadata of the last message points beyond the message. */
const damaged = (stream: Uint8Array) => {
  const bytes = Buffer.from(stream);
  const last = bytes.indexOf(Buffer.from('ffffffff', 'hex'), 8);
  return bytes.fill(0xf0, last + 8, last + 40);
};
const idRows = (...values: number[]) => values.map((value) => ({ f: [{ v: String(value) }] }));
/** All rows in one session and one message each. */
const serve = (...batches: { stream: Uint8Array; rows: number }[]) => {
  wire.grpc = ({ path }) =>
    path === 'CreateReadSession'
      ? { messages: [sessionMessage(batches[0]?.stream ?? ids())], status: 0 }
      : { messages: batches.map(({ stream, rows }) => rowsMessage(stream, rows)), status: 0 };
};

describe('values in the forms in which BigQuery sends them', () => {
  const documented = documentedTypes('Types of BigQuery as a source');
  const described = documented.map(({ sourceType }, index) => fieldOf(sourceType, `c${index}`));

  test('all documented types and nulls are kept as documented over the Storage Read API', async () => {
    wire.fields = described;
    const columns = documented.map(({ text }, index) => {
      const { type, value } = arrowOf(described[index] as FieldSchema, text);
      return {
        name: `c${index}`,
        type,
        values: [value, described[index]?.mode === 'REPEATED' ? [] : null],
      };
    });
    serve({ stream: arrowStream(columns), rows: 2 });
    await expectDocumented();
    expect(selectedOf(wire.called(/CreateReadSession/)[0] as never)).toEqual(
      columns.map(({ name }) => name),
    );
  });

  test('and over pages of REST, but for what has no microseconds there', async () => {
    wire.fields = described.map((field) =>
      field.timestampPrecision ? { ...field, type: 'STRING', timestampPrecision: 6 } : field,
    );
    const first = {
      f: documented.map(({ text }, index) => ({
        v: restOf(described[index] as FieldSchema, text),
      })),
    };
    const second = { f: described.map(({ mode }) => ({ v: mode === 'REPEATED' ? [] : null })) };
    wire.pages = [[first], [second]];
    await expectDocumented(wire.fields);
    wire.fields = described.filter(({ timestampPrecision }) => timestampPrecision);
    await expect(read()).rejects.toMatchObject({
      class: 'permission',
      message: expect.stringContaining('Read Session User'),
    });
  });

  async function expectDocumented(sent: readonly FieldSchema[] = described) {
    const { rows, summary } = await read();
    const [table] = await fixture.discover(config());
    for (const [index, { type, text, sourceType }] of documented.entries()) {
      const field = sent[index];
      const found = [rows[0]?.[index], summary.columns[index]?.type, rows[1]?.[index]];
      const none = field?.mode === 'REPEATED' ? '[]' : null;
      expect([sourceType, ...found]).toEqual([sourceType, text, type, none]);
      // A type that the values decide is text until the values are known.
      if (sourceType !== 'BIGNUMERIC') expect(table?.columns[index]?.type).toBe(type);
      if (field === described[index]) expect(table?.columns[index]?.sourceType).toBe(sourceType);
    }
  }

  test('BIGNUMERICs without digits to count are DECIMAL over all rows, or text when one does not fit', async () => {
    wire.fields = [{ name: 'id', type: 'BIGNUMERIC' }];
    const typeOf = async (...values: string[]) => {
      wire.pages = [values.map((v) => ({ f: [{ v }] }))];
      return (await read()).summary.columns[0];
    };
    expect(await typeOf('1', '2.25', '-0.1')).toMatchObject({
      type: 'DECIMAL(38,2)',
      hasNoValues: false,
    });
    expect(await typeOf('9'.repeat(38), '0.1')).toMatchObject({ type: 'VARCHAR' });
    expect(await typeOf()).toMatchObject({ type: 'VARCHAR', hasNoValues: true });
  });

  test('a type that nobody knows is shown, named when it is read, and left out by naming columns', async () => {
    wire.fields = [
      { name: 'id', type: 'INTEGER' },
      { name: 'odd', type: 'HYPERCUBE' },
    ];
    const [table] = await fixture.discover(config());
    expect(table).toMatchObject({
      rowEstimate: 7,
      comment: 'of tests',
      primaryKey: ['id'],
      kind: 'table',
    });
    expect(table?.columns[1]).toMatchObject({
      type: 'VARCHAR',
      note: expect.stringContaining('not read'),
    });
    wire.pages = [[{ f: [{ v: '1' }, { v: 'x' }] }]];
    await expect(read()).rejects.toMatchObject({
      class: 'unsupported',
      message: expect.stringContaining("'odd' is of type HYPERCUBE"),
    });
    wire.pages = [idRows(1)];
    expect((await read({}, { columns: ['id'] })).rows).toEqual([['1']]);
  });
});

describe('a service account', () => {
  test('signs a statement for its token, which is asked for once and stands on every request', async () => {
    serve({ stream: ids(1), rows: 1 });
    expect((await read()).rows).toEqual([['1']]);
    const [asked, ...more] = wire.called(/^\/token$/);
    expect(more).toEqual([]);
    const form = new URLSearchParams(asked?.body);
    const [head, claims, signature] = (form.get('assertion') ?? '').split('.');
    const verify = createVerify('sha256').update(`${head}.${claims}`);
    expect(verify.verify(publicKey, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(head ?? '', 'base64url').toString())).toMatchObject({
      alg: 'RS256',
      kid: 'key-1',
    });
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
      iss: email,
      aud: `${wire.origin}/token`,
    });
    const signed = wire.calls.filter(({ path }) => path !== '/token');
    expect(new Set(signed.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer token-1']),
    );
    expect(signed.map(({ method }) => method)).toContain('grpc');
  });

  test('gets a new token when one has ended', async () => {
    wire.before = ({ path }) =>
      path === '/token'
        ? { json: { access_token: `t${Math.random()}`, expires_in: 1 } }
        : undefined;
    await fixture.check(config());
    expect(wire.called(/^\/token$/)).toHaveLength(2);
  });

  test.each([
    [{ credentials_json: 'not json, and secret' }, 'must be the JSON text'],
    [{ credentials_json: '{"type":"authorized_user"}' }, "'type' says service_account"],
    [{ credentials_json: () => account({ private_key: 'secret' }) }, 'cannot be read'],
    [
      { credentials_json: () => account({ token_uri: 'https://evil.example.com/token' }) },
      "'token_uri'",
    ],
    [
      { credentials_json: undefined, host: undefined, storage_host: undefined },
      "needs 'credentials_json'",
    ],
    [{ host: 'https://evil.example.com' }, 'for an emulator on this machine alone'],
    [{ host: undefined }, "'storage_host' needs 'host'"],
    [{ project_id: '../x' }, "'project_id' is not in the form"],
    [{ dataset: 'a/b' }, "'dataset' is not in the form"],
  ])('of a configuration %j is told before anything is sent', async (changes, sentence) => {
    const values = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [
        name,
        typeof value === 'function' ? value() : value,
      ]),
    );
    const error = await fixture.check(config(values)).catch((thrown) => thrown);
    expect(error).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining(sentence),
    });
    expect(error.message).not.toMatch(/secret|evil/);
    expect(wire.calls).toEqual([]);
  });
});

describe('a read', () => {
  test.each([14, 'lost'] as const)(
    'goes on behind the last row when its stream ends with %s, and ends when it stays so',
    async (status) => {
      let attempts = 0;
      wire.grpc = (call) => {
        if (call.path === 'CreateReadSession')
          return { messages: [sessionMessage(ids())], status: 0 };
        attempts += 1;
        if (offsetOf(call) === 0) return { messages: [rowsMessage(ids(1, 2), 2)], status };
        return { messages: [rowsMessage(ids(3), 1)], status: 0 };
      };
      expect((await read()).rows.map(([id]) => id)).toEqual(['1', '2', '3']);
      expect(attempts).toBe(2);
      wire.grpc = ({ path }) =>
        path === 'CreateReadSession'
          ? { messages: [sessionMessage(ids())], status: 0 }
          : { messages: [], status };
      await expect(read()).rejects.toMatchObject({ class: 'unreachable', retryable: true });
    },
  );

  test('goes over REST where the Storage Read API is not allowed, and notices a table that changes meanwhile', async () => {
    wire.grpc = () => ({ messages: [], status: 7 });
    wire.pages = [idRows(1, 2), idRows(3)];
    expect((await read()).rows.map(([id]) => id)).toEqual(['1', '2', '3']);
    let described = 0;
    wire.before = ({ path }) => {
      if (path !== '/datasets/shop/tables/t') return undefined;
      described += 1;
      return { json: { type: 'TABLE', etag: String(described), schema: { fields: wire.fields } } };
    };
    await expect(read()).rejects.toMatchObject({ class: 'definition_changed', retryable: true });
  });

  test.each([
    ['other rows than said', () => serve({ stream: ids(1, 2), rows: 1 }), 'unreachable'],
    [
      'a column of another type',
      () =>
        serve({ stream: arrowStream([{ name: 'id', type: new Utf8(), values: ['x'] }]), rows: 1 }),
      'definition_changed',
    ],
    ['bytes that are no Arrow', () => serve({ stream: damaged(ids(1)), rows: 1 }), 'source_failed'],
    [
      'a number that is none',
      () => {
        wire.pages = [[{ f: [{ v: 'secret' }] }]];
      },
      'source_failed',
    ],
    [
      'fewer cells than columns',
      () => {
        wire.pages = [[{ f: [] }]];
      },
      'definition_changed',
    ],
  ])('ends with %s', async (_what, arrange, errorClass) => {
    arrange();
    const error = await read().catch((thrown) => thrown);
    expect(error.class).toBe(errorClass);
    expect(error.message).not.toContain('secret');
  });

  test('of a view is a query, billed up to what is allowed, and cancelled when nobody waits', async () => {
    wire.type = 'VIEW';
    wire.pages = [idRows(4), idRows(5)];
    expect((await read({ max_bytes_billed: 1_000_000 })).rows).toEqual([['4'], ['5']]);
    const { jobReference, configuration } = JSON.parse(wire.called(/^\/jobs$/)[0]?.body ?? '');
    expect(configuration.query).toMatchObject({
      query: 'SELECT `id` FROM `acme-shop`.`shop`.`t`',
      maximumBytesBilled: '1000000',
      useLegacySql: false,
    });
    expect(jobReference).toMatchObject({ projectId: 'acme-shop', location: 'EU' });
    wire.before = ({ path }) =>
      path.startsWith('/jobs/')
        ? {
            json: {
              status: { errorResult: { reason: 'bytesBilledLimitExceeded', message: 'secret' } },
            },
          }
        : undefined;
    await expect(read()).rejects.toMatchObject({
      class: 'quota',
      message: expect.stringContaining("'max_bytes_billed'"),
    });
    wire.before = ({ path }) => (path.startsWith('/queries/') ? 'hang' : undefined);
    const controller = new AbortController();
    const cancelled = fixture.extract(
      config(),
      { schema: 'shop', table: 't' },
      { signal: controller.signal },
    );
    await eventually(() => expect(wire.calls.at(-1)?.path).toMatch(/^\/queries\//));
    const { path } = wire.calls.at(-1) as { path: string };
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ class: 'cancelled' });
    await eventually(() =>
      expect(wire.called(/\/cancel$/)[0]?.path).toBe(
        `${path.replace('/queries/', '/jobs/')}/cancel`,
      ),
    );
    expect(wire.called(/\/cancel$/)[0]?.search.get('location')).toBe('EU');
  });

  test('that hangs within a stream ends with the time that there is', async () => {
    wire.grpc = () => 'hang';
    const extraction = fixture.extract(
      config(),
      { schema: 'shop', table: 't' },
      { deadlineMs: 1_500 },
    );
    await expect(extraction).rejects.toMatchObject({ class: 'time_limit' });
  });
});

describe('a failure', () => {
  const failing: readonly (readonly [string, RegExp, BigqueryReply, string, string])[] = [
    [
      'a key that was deleted',
      /token/,
      { status: 400, json: { error: 'invalid_grant', error_description: 'secret' } },
      'authentication',
      `account '${email}'`,
    ],
    [
      'a token that is refused',
      /datasets/,
      bigqueryFailure(401, 'authError'),
      'authentication',
      'does not take the key',
    ],
    [
      'no right',
      /datasets/,
      bigqueryFailure(403, 'accessDenied'),
      'permission',
      'BigQuery Data Viewer',
    ],
    [
      'a project that is not there',
      /datasets/,
      bigqueryFailure(404, 'notFound'),
      'not_found',
      "project 'acme-shop'",
    ],
    ['a quota', /datasets/, bigqueryFailure(403, 'quotaExceeded'), 'quota', 'used up a quota'],
    [
      'no billing',
      /datasets/,
      bigqueryFailure(403, 'billingNotEnabled'),
      'quota',
      'Billing is not enabled',
    ],
    [
      'too many requests',
      /datasets/,
      bigqueryFailure(403, 'rateLimitExceeded'),
      'too_many_connections',
      'no connection free',
    ],
    [
      'what nobody knows',
      /datasets/,
      bigqueryFailure(400, 'whatever'),
      'source_failed',
      'failed to answer',
    ],
    ['garbage', /datasets/, { bytes: 'secret garbage' }, 'source_failed', 'failed to answer'],
    ['a redirect', /datasets/, { status: 302 }, 'source_failed', 'failed to answer'],
    [
      'a service that is down',
      /datasets/,
      bigqueryFailure(503, 'backendError'),
      'unreachable',
      'ended the connection',
    ],
  ];
  test.each(failing)(
    'by %s is told by class and sentence, without what the server says',
    async (_what, path, reply, errorClass, sentence) => {
      wire.before = (call) => (path.test(call.path) ? reply : undefined);
      const error = await fixture.check(config()).catch((thrown) => thrown);
      expect(error).toMatchObject({
        class: errorClass,
        message: expect.stringContaining(sentence),
      });
      expect(error.message).not.toMatch(/secret|PRIVATE/);
      expect(wire.called(/elsewhere/)).toEqual([]);
    },
  );

  test.each([
    [8, 'quota'],
    [16, 'authentication'],
    [3, 'source_failed'],
  ])('of the Storage Read API with status %i is of class %s', async (status, errorClass) => {
    wire.grpc = () => ({ messages: [], status });
    const error = await read().catch((thrown) => thrown);
    expect([error.class, error.message.includes('secret')]).toEqual([errorClass, false]);
  });
});
