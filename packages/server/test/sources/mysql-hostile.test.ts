/** A server of MySQL's protocol that demands more than an answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SourceFixture } from './source-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-hostile-'));
const fixture = new SourceFixture('mysql');
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

/** 41-protocol, secure connection, plug-ins for authentication, databases, LOCAL INFILE. */
const capabilities = 0x200 | 0x8000 | 0x80000 | 0x8 | 0x80;

function packet(sequence: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, body]);
}

function handshake(): Buffer {
  const fixed = Buffer.alloc(2 + 1 + 2 + 2 + 1 + 10);
  fixed.writeUInt16LE(capabilities & 0xffff, 0);
  fixed[2] = 45;
  fixed.writeUInt16LE(2, 3);
  fixed.writeUInt16LE(capabilities >>> 16, 5);
  fixed[7] = 21;
  return packet(
    0,
    Buffer.concat([
      Buffer.from('\n8.0.36\0', 'latin1'),
      Buffer.from([7, 0, 0, 0]),
      Buffer.from('12345678\0', 'latin1'),
      fixed,
      Buffer.from('123456789012\0mysql_native_password\0', 'latin1'),
    ]),
  );
}

const signedIn = packet(2, Buffer.from([0, 0, 0, 2, 0, 0, 0]));

test('a server that asks for a file of this machine, in answer to anything, gets none of it', async () => {
  const path = join(folder, 'private');
  const content = 'what-stands-in-a-private-file';
  writeFileSync(path, content);
  const asked: Buffer[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.write(handshake());
    let isSignedIn = false;
    socket.on('data', (bytes: Buffer) => {
      asked.push(bytes);
      if (isSignedIn) socket.write(packet(1, Buffer.from(`\xfb${path}`, 'latin1')));
      else socket.write(signedIn);
      isSignedIn = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fields = { host: '127.0.0.1', port, user: 'me', password: 'pw', database: 'shop' };
  const config = fixture.config({ ...fields, sslmode: 'disable' });
  const failing = await Promise.all([
    fixture.check(config, 5_000).catch((error: unknown) => error),
    fixture
      .extract(config, { schema: 'shop', table: 't' }, { deadlineMs: 5_000 })
      .catch((error: unknown) => error),
  ]);
  server.close();
  const failed = { class: expect.stringMatching(/^(source_failed|unreachable|time_limit)$/) };
  expect(failing).toMatchObject([failed, failed]);
  // The client had signed in and received a demand.
  expect(asked.length).toBeGreaterThan(1);
  const said = Buffer.concat(asked);
  expect(said.includes(content)).toBe(false);
  // The sign-in forbids such demands.
  const flags = asked[0]?.readUInt32LE(4) ?? 0x80;
  expect([flags & 0x200, flags & 0x80]).toEqual([0x200, 0]);
}, 30_000);
