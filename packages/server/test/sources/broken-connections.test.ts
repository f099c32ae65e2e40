/** Real servers whose connection breaks while a table is read, for each driver of a server. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceConfig } from '../../src/sources/source.ts';
import { hasMariaDb, startMariaDb } from '../mariadb.ts';
import { createPostgresDatabase } from '../postgres.ts';
import { SourceFixture } from './source-fixture.ts';

const rows = 20_000;
/** Signing in and asking the catalogs take less, the rows more. */
const brokenAfter = 300_000;

interface Started {
  readonly schema: string;
  readonly fields: Readonly<Record<string, string | number>>;
  stop(): Promise<void>;
}

/** With a table `wide` of so many rows, some 40 bytes each. */
async function startPostgresSource(): Promise<Started> {
  const database = await createPostgresDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `CREATE TABLE wide AS SELECT i AS id, md5(i::text) AS hash FROM generate_series(1, ${rows}) AS i`,
  );
  await client.end();
  const { hostname: host, port, username: user, password, pathname } = new URL(database.url);
  const fields = { host, port: Number(port), user, password, database: pathname.slice(1) };
  return { schema: 'public', fields, stop: () => database.drop() };
}

async function startMysqlSource(): Promise<Started> {
  const server = await startMariaDb();
  const client = await server.connect();
  await client.query(`CREATE DATABASE shop; USE shop; CREATE TABLE wide AS
    SELECT seq AS id, md5(seq) AS hash FROM seq_1_to_${rows}`);
  await client.end();
  const { host, port, password } = server;
  const fields = { host, port, user: 'quern', password, database: 'shop' };
  return { schema: 'shop', fields, stop: () => server.stop() };
}

/** What becomes of what the server sends to the socket; `sent` bytes went before. */
type Fault = (chunk: Buffer, socket: Socket, sent: number) => void;

const faults = {
  none: (chunk, socket) => socket.write(chunk),
  ends: (chunk, socket, sent) => {
    if (sent > brokenAfter) socket.destroy();
    else socket.write(chunk);
  },
  'falls silent': (chunk, socket, sent) => {
    if (sent <= brokenAfter) socket.write(chunk);
  },
  'sends noise': (chunk, socket, sent) =>
    socket.write(sent > brokenAfter ? Buffer.alloc(chunk.length, 0xff) : chunk),
} satisfies Record<string, Fault>;

describe.each([
  ['postgres', startPostgresSource, true],
  ['mysql', startMysqlSource, hasMariaDb],
] as const)('a %s server whose connection', (type, start, isHere) => {
  describe.skipIf(!isHere)('breaks', () => {
    const fixture = new SourceFixture(type);
    const sockets = new Set<Socket>();
    let source: Started;
    let proxy: Server;
    let config: SourceConfig;
    let fault: Fault = faults.none;
    let onChunk: () => Promise<void> = async () => {};

    beforeAll(async () => {
      source = await start();
      proxy = createServer((socket) => {
        const server = connect(Number(source.fields.port), String(source.fields.host));
        let sent = 0;
        for (const one of [socket, server]) {
          sockets.add(one);
          one.on('error', () => {});
        }
        socket.on('data', (chunk: Buffer) => server.write(chunk));
        server.on('data', (chunk: Buffer) => {
          sent += chunk.length;
          server.pause();
          void onChunk().then(() => {
            if (!socket.destroyed) fault(chunk, socket, sent);
            server.resume();
          });
        });
        socket.on('close', () => server.destroy());
        server.on('close', () => socket.end());
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const { port } = proxy.address() as AddressInfo;
      config = fixture.config({ ...source.fields, port });
    }, 120_000);
    afterAll(async () => {
      await fixture.close();
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await source.stop();
    });

    const read = (deadlineMs = 60_000) =>
      fixture.extract(config, { schema: source.schema, table: 'wide' }, { deadlineMs });
    const failure = async (name: keyof typeof faults, deadlineMs?: number) => {
      fault = faults[name];
      const error = await read(deadlineMs).catch((thrown: unknown) => thrown);
      fault = faults.none;
      return error;
    };

    test('in the middle of a table fails the read, which is worth another try', async () => {
      expect(await failure('ends')).toMatchObject({ class: 'unreachable', retryable: true });
      expect((await read()).rows).toBe(rows);
    });

    test('by silence is given up at the deadline', async () => {
      expect(await failure('falls silent', 3_000)).toMatchObject({ class: 'time_limit' });
      expect((await read()).rows).toBe(rows);
    });

    test('by noise in the middle of a table fails the read, and nothing of it is taken for rows', async () => {
      const error = await failure('sends noise', 10_000);
      expect(error).toMatchObject({
        class: expect.stringMatching(/^(unreachable|source_failed)$/),
      });
      expect(fixture.events).toEqual([]);
      expect((await read()).rows).toBe(rows);
    });

    test('by being slow is waited for, and tells how far it is', async () => {
      const told: number[] = [];
      onChunk = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      const slowly: Fault = (chunk, socket) => {
        for (let at = 0; at < chunk.length; at += 997) socket.write(chunk.subarray(at, at + 997));
      };
      fault = slowly;
      const request = { schema: source.schema, table: 'wide' };
      const onProgress = ({ bytes }: { bytes: number }) => told.push(bytes);
      const found = await fixture.extract(config, request, { onProgress });
      fault = faults.none;
      onChunk = async () => {};
      expect(found.rows).toBe(rows);
      expect(told.length).toBeGreaterThan(0);
      expect(told).toEqual([...told].sort((one, other) => one - other));
    });
  });
});
