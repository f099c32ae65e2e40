/**
 * Real servers and emulators whose connection breaks while a table is read, the same for each
 * driver of what is reached over a network.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceTypes } from '../../src/sources/registry.ts';
import type { SourceConfig } from '../../src/sources/source.ts';
import { ofThisLane } from '../lane.ts';
import { installTimeoutMs } from '../s3-server.ts';
import { type BreakableSource, breakables } from './breakable-sources.ts';
import { SourceFixture } from './source-fixture.ts';

/** Time of a slow server for each 64 KiB: long enough for several progress reports. */
const slowChunkMs = 30;

/** Fault of the bytes that the server sends; `isOver` from the middle of the rows on. */
type Fault = (chunk: Buffer, socket: Socket, isOver: boolean) => void;

/** More than any announced length of a started message. */
function* noise() {
  for (let sent = 0; sent < 2 ** 25; sent += 2 ** 16) yield Buffer.alloc(2 ** 16, 0xff);
}

const faults = {
  none: (chunk, socket) => socket.write(chunk),
  ends: (chunk, socket, isOver) => {
    if (isOver) socket.destroy();
    else socket.write(chunk);
  },
  'falls silent': (chunk, socket, isOver) => {
    if (!isOver) socket.write(chunk);
  },
  'sends noise': (chunk, socket, isOver) => {
    if (isOver) Readable.from(noise()).pipe(socket);
    else socket.write(chunk);
  },
} satisfies Record<string, Fault>;

const failed = /^(unreachable|source_failed|tls_not_offered|configuration)$/;

test('every type of source that is not a file of this machine is held to it', () => {
  const files = ['sqlite', 'duckdb'];
  const types = sourceTypes.map(({ name }) => name).filter((name) => !files.includes(name));
  expect(breakables.map(({ type }) => type).sort()).toEqual(types.sort());
});

// Side by side, because most of the time is waiting: each has its own server, proxy and worker.
describe.concurrent.each(ofThisLane(breakables))(
  'a $type server whose connection',
  ({ type, isHere, isOfRows, start }) => {
    describe.skipIf(!isHere).sequential('breaks', () => {
      const fixture = new SourceFixture(type, {
        rules: {
          allow: [{ kind: 'any' }, { kind: 'folder', path: tmpdir() }],
          ...{ deny: [], loopbackOpen: true, own: [], ownPaths: [] },
        },
      });
      const sockets = new Set<Socket>();
      let source: BreakableSource;
      let proxy: Server;
      let config: SourceConfig;
      let fault: Fault = faults.none;
      /** Answers in place of the server. */
      let other: ((socket: Socket) => void) | null = null;
      let onChunk: () => Promise<void> = async () => {};
      /** For a read without a fault: the most bytes of one connection. */
      let whole = 0;
      let isKnown = false;

      beforeAll(async () => {
        source = await start();
        proxy = createServer((socket) => {
          if (other) {
            sockets.add(socket);
            socket.on('error', () => {});
            return other(socket);
          }
          const server = connect(source.port, '127.0.0.1');
          let sent = 0;
          let passed = Promise.resolve();
          let isNoise = false;
          for (const one of [socket, server]) {
            sockets.add(one);
            one.on('error', () => {});
          }
          socket.on('data', (chunk: Buffer) => server.write(chunk));
          server.on('data', (chunk: Buffer) => {
            const halves = sent < whole / 2 ? [chunk.subarray(0, chunk.length / 2)] : [];
            const left = chunk.subarray(halves[0]?.length ?? 0);
            server.pause();
            passed = onChunk().then(() => {
              for (const part of [...halves, left]) {
                sent += part.length;
                if (!isKnown) whole = Math.max(whole, sent);
                if (!socket.destroyed && !isNoise) fault(part, socket, sent > whole / 2);
                isNoise ||= fault === faults['sends noise'] && sent > whole / 2;
              }
              server.resume();
            });
          });
          socket.on('close', () => server.destroy());
          server.on('close', () => void passed.then(() => socket.end()));
        });
        await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
        const { port } = proxy.address() as AddressInfo;
        config = fixture.config(source.config(port));
        expect((await read()).rows).toBe(source.rows);
        isKnown = true;
      }, installTimeoutMs);
      afterAll(async () => {
        await fixture.close();
        for (const socket of sockets) socket.destroy();
        proxy?.close();
        await source?.stop();
      });

      const request = () => ({ schema: source.schema, table: source.table });
      const read = (deadlineMs = 60_000) => fixture.extract(config, request(), { deadlineMs });
      const failure = async (name: keyof typeof faults, deadlineMs?: number) => {
        fault = faults[name];
        const error = await read(deadlineMs).catch((thrown: unknown) => thrown);
        fault = faults.none;
        return error;
      };

      test('in the middle of a table fails the read, which is worth another try', async () => {
        expect(await failure('ends')).toMatchObject({ class: 'unreachable', retryable: true });
        expect((await read()).rows).toBe(source.rows);
      });

      test('by silence is given up at the deadline', async () => {
        expect(await failure('falls silent', 3_000)).toMatchObject({ class: 'time_limit' });
        expect((await read()).rows).toBe(source.rows);
      });

      test('by noise in the middle of a table fails the read, and nothing of it is taken for rows', async () => {
        const error = await failure('sends noise', 30_000);
        expect(error).toMatchObject({
          class: expect.stringMatching(/^(unreachable|source_failed)$/),
        });
        expect(fixture.events).toEqual([]);
        expect((await read()).rows).toBe(source.rows);
      });

      test('by being slow is waited for, and tells how far it is', async () => {
        const told: number[] = [];
        onChunk = () => new Promise((resolve) => setTimeout(resolve, slowChunkMs));
        fault = (chunk, socket) => {
          for (let at = 0; at < chunk.length; at += 997) socket.write(chunk.subarray(at, at + 997));
        };
        const onProgress = ({ bytes }: { bytes: number }) => told.push(bytes);
        const found = await fixture.extract(config, request(), { onProgress });
        fault = faults.none;
        onChunk = async () => {};
        expect(found.rows).toBe(source.rows);
        expect(told.length).toBeGreaterThan(0);
        expect(told).toEqual([...told].sort((one, other) => one - other));
      });

      test.each([
        ['hangs', () => {}, /^time_limit$/],
        ['closes', (socket: Socket) => socket.destroy(), failed],
        [
          'answers with HTTP that refuses',
          (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
          failed,
        ],
        ['answers with noise', (socket: Socket) => socket.end(Buffer.alloc(100_000, 0xff)), failed],
      ])('is to one that is none, and %s, is told', async (_what, answer, errorClass) => {
        // No connection kept open from before is used.
        for (const socket of sockets) socket.destroy();
        other = answer;
        const deadlineMs = errorClass === failed ? 30_000 : 2_000;
        const told = { class: expect.stringMatching(errorClass) };
        await expect(read(deadlineMs)).rejects.toMatchObject(told);
        if (!isOfRows) {
          await expect(fixture.discover(config, {}, deadlineMs)).rejects.toMatchObject(told);
          await expect(fixture.check(config, deadlineMs)).rejects.toMatchObject(told);
        }
        other = null;
        expect(fixture.events).toEqual([]);
        expect((await read()).rows).toBe(source.rows);
      });
    });
  },
);
