/** The operator's rules block a connection of every type. */
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceTypes } from '../../../src/sources/registry.ts';
import { type Json, startService } from '../../service.ts';

/** A forbidden server on loopback. The server counts connections. */
let reached: number;
let port: number;
const listener = createServer((socket) => {
  reached += 1;
  socket.on('error', () => {});
  socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  port = (listener.address() as AddressInfo).port;
});
afterAll(() => void listener.close());

const signsIn = { user: 'me', password: 'hidden-value', database: 'shop' };
/** Every type of source that uses a network. */
const configs = (at: string): Readonly<Record<string, Json>> => ({
  postgres: { ...signsIn, host: '127.0.0.1', port },
  mysql: { ...signsIn, host: 'localhost', port },
  snowflake: { ...signsIn, account: 'acme', warehouse: 'w', host: at },
  bigquery: { project_id: 'acme-shop', host: at },
  ducklake: { catalog_url: `postgres://me:hidden-value@127.0.0.1:${port}/lake` },
  iceberg: { uri: `${at}/catalog` },
  s3: { bucket: 'exports', endpoint: at },
  https: { urls: `${at}/orders.csv` },
});

const closed =
  /^Cannot connect to '(127\.0\.0\.1|localhost)' on port \d+: no server answers there, or this service may not connect to it; /;

test.each<[string, Record<string, string>, boolean]>([
  ['listens on loopback alone reaches it', {}, true],
  [
    'denies all does not, whatever it allows',
    { QUERN_SOURCES_ALLOW: '127.0.0.1 localhost', QUERN_SOURCES_DENY: '127.0.0.0/8 ::1' },
    false,
  ],
  ['allows others does not', { QUERN_SOURCES_ALLOW: '*.example.com 10.0.0.0/8' }, false],
  ['is reached from elsewhere does not', { QUERN_PUBLIC_URL: 'https://quern.example.com' }, false],
])(
  'of sources of every type on loopback, a service that %s',
  async (_what, env, isReached) => {
    const service = await startService({ env });
    const api = service.api();
    try {
      const made = Object.entries(configs(`http://127.0.0.1:${port}`));
      const files = ['sqlite', 'duckdb'];
      const types = sourceTypes.map(({ name }) => name).filter((name) => !files.includes(name));
      expect(made.map(([type]) => type).sort()).toEqual(types.sort());
      for (const [type, config] of made) {
        reached = 0;
        const connection = { name: type, source_type: type, config };
        const { status, body } = await api.post('/v1/connections', connection);
        expect([type, status, body.discovery_status, reached > 0]).toEqual([
          ...[type, 201, 'failed', isReached],
        ]);
        // The same sentence as for a closed port, so nobody learns about servers.
        expect(closed.test(body.discovery_error)).toBe(!isReached);
        expect(body.discovery_error).not.toContain('hidden-value');
      }
    } finally {
      await service.dispose();
    }
  },
  120_000,
);
