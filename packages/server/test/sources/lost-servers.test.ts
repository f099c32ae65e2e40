/** Discoveries of many files whose server goes away: the fault is the fault of all files. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../service.ts';
import { makeCertificates } from './certificates.ts';
import { SourceFixture } from './source-fixture.ts';

const csv = 'id,name\n1,Ann\n';

async function listening(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a discovery of a bucket', () => {
  const fixture = new SourceFixture('s3');
  const objects = 32;
  let refuse: (response: ServerResponse, key: string) => void;
  let asked = 0;
  const store = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
    if (searchParams.has('list-type')) {
      const contents = Array.from(
        { length: objects },
        (_unused, at) =>
          `<Contents><Key>t${String(at).padStart(2, '0')}.csv</Key><Size>${csv.length}</Size></Contents>`,
      );
      response.end(
        `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
      );
      return;
    }
    asked += 1;
    if (asked > 8) refuse(response, pathname);
    else response.writeHead(206).end(csv);
  });
  let endpoint = '';
  beforeAll(async () => {
    endpoint = `http://127.0.0.1:${await listening(store)}`;
  });
  afterAll(async () => {
    await fixture.close();
    store.closeAllConnections();
    store.close();
  });

  const discovered = (how: typeof refuse) => {
    [asked, refuse] = [0, how];
    return fixture.discover(fixture.config({ bucket: 'exports', endpoint }));
  };
  const refusing = (status: number, code: string) => (response: ServerResponse) => {
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  };

  test.each([
    ['ends every connection', (response: ServerResponse) => response.destroy(), 'unreachable'],
    ['takes the keys no more', refusing(403, 'ExpiredToken'), 'authentication'],
    ['has no such bucket any more', refusing(404, 'NoSuchBucket'), 'database_missing'],
    ['is elsewhere', refusing(307, 'TemporaryRedirect'), 'configuration'],
    ['is busy', refusing(503, 'SlowDown'), 'too_many_connections'],
    ['fails at each', refusing(500, 'InternalError'), 'source_failed'],
  ])(
    'whose store, in the middle, %s fails with that',
    async (_what, how, wrong) => {
      await expect(discovered(how)).rejects.toMatchObject({ class: wrong });
    },
    30_000,
  );

  test('goes on over many objects in a row that it refuses for a reason of their own', async () => {
    const found = await discovered((response, path) => {
      if (path < '/exports/t28') refusing(400, 'KMS.DisabledException')(response);
      else response.writeHead(206).end(csv);
    });
    // Eight were answered before.
    expect(found.filter(({ isUndescribed }) => isUndescribed)).toHaveLength(20);
    expect(found.filter(({ columns }) => columns.length === 2)).toHaveLength(objects - 20);
  });

  test('goes on over an object that may not be read, and one that went away', async () => {
    const found = await discovered((response, path) => {
      if (path.endsWith('/t10.csv')) refusing(403, 'AccessDenied')(response);
      else if (path.endsWith('/t20.csv')) refusing(404, 'NoSuchKey')(response);
      else response.writeHead(206).end(csv);
    });
    expect(found.filter(({ columns }) => columns.length === 2)).toHaveLength(objects - 2);
    expect(found.filter(({ isUndescribed }) => isUndescribed).map(({ name }) => name)).toEqual([
      't10',
      't20',
    ]);
  });
});

describe('a discovery of addresses', () => {
  const fixture = new SourceFixture('https');
  const folder = mkdtempSync(join(tmpdir(), 'quern-lost-servers-'));
  const { cert, key } = makeCertificates(folder, 'localhost').server;
  let connections = 0;
  const stranger = createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) });
  stranger.on('connection', () => {
    connections += 1;
  });
  const answer = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': csv.length }).end(csv);
  };
  const [web, many, other] = [createServer(answer), createServer(answer), createServer(answer)];
  afterAll(async () => {
    await fixture.close();
    for (const server of [web, many, other]) {
      server.closeAllConnections();
      server.close();
    }
    stranger.close();
    rmSync(folder, { recursive: true });
  });

  test('asks a server that is not trusted for the first files alone, and those of others all', async () => {
    const there = `https://localhost:${await listening(stranger)}`;
    const here = `http://localhost:${await listening(web)}`;
    const names = Array.from({ length: 40 }, (_unused, at) => `t${at}`);
    const strange = names.map((name) => `${there}/${name}.csv`);
    const discovered = (urls: readonly string[]) =>
      fixture.discover(fixture.config({ urls: urls.join('\n') }));
    const found = await discovered([...strange, ...names.map((name) => `${here}/h${name}.csv`)]);
    expect(found.filter(({ columns }) => columns.length === 2)).toHaveLength(40);
    const undescribed = found.filter(({ isUndescribed }) => isUndescribed);
    expect(undescribed).toHaveLength(40);
    for (const { comment } of undescribed) expect(comment).toMatch(/certificate of 'localhost'/);
    // Number of concurrent requests.
    expect(connections).toBeLessThanOrEqual(8);
    await expect(discovered(strange)).rejects.toMatchObject({ class: 'certificate' });
  });

  test('asks a server that fails at each file for the first ones alone', async () => {
    let asked = 0;
    const failing = createServer((_request, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    const there = `http://127.0.0.1:${await listening(failing)}`;
    const here = `http://127.0.0.1:${await listening(other)}`;
    try {
      const urls = Array.from({ length: 60 }, (_unused, at) => `${there}/t${at}.csv`);
      const config = fixture.config({ urls: [...urls, `${here}/h.csv`].join('\n') });
      const found = await fixture.discover(config);
      expect(found.filter(({ isUndescribed }) => isUndescribed)).toHaveLength(60);
      // Two rounds of eight, five times each.
      expect(asked).toBeLessThanOrEqual(5 * 24);
    } finally {
      failing.close();
      failing.closeAllConnections();
    }
  }, 60_000);

  test('of many files warns nobody of a leak', async () => {
    const here = `http://127.0.0.1:${await listening(many)}`;
    const urls = Array.from({ length: 40 }, (_unused, at) => `${here}/t${at}.csv`).join('\n');
    const service = await startService();
    try {
      const made = await service
        .api()
        .post('/v1/connections', { name: 'many', source_type: 'https', config: { urls } });
      expect(made.body).toMatchObject({ tables_discovered: 40 });
      expect(service.stderr()).not.toContain('Warning');
    } finally {
      await service.dispose();
    }
  });
});
