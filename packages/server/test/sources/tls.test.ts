/** TLS modes of the drivers against real servers with certificates of their own. */
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasMariaDb, startMariaDb } from '../mariadb.ts';
import { type MySqlServer, userOfMySql } from '../mysql-server.ts';
import { type RunningServer, startPostgres } from '../postgres-server.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { SourceFixture } from './source-fixture.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-tls-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('PostgreSQL', () => {
  const fixture = new SourceFixture('postgres');
  let certificates: Certificates;
  let server: RunningServer;
  let fields: Record<string, string | number>;

  beforeAll(async () => {
    certificates = makeCertificates(newFolder(), 'localhost');
    const { cert, key, ca } = certificates.server;
    server = await startPostgres({
      settings: {
        ssl: 'on',
        ssl_cert_file: 'own.pem',
        ssl_key_file: 'own.key',
        ssl_ca_file: 'ca.pem',
      },
      files: {
        'own.pem': readFileSync(cert, 'utf8'),
        'own.key': readFileSync(key, 'utf8'),
        'ca.pem': readFileSync(ca, 'utf8'),
        'pg_hba.conf': 'hostssl all bearer all cert\nhost all all all scram-sha-256\n',
      },
    });
    const url = new URL(server.url);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`CREATE ROLE bearer LOGIN; CREATE VIEW secured AS
      SELECT ssl::text AS tls FROM pg_stat_ssl WHERE pid = pg_backend_pid()`);
    await client.end();
    fields = {
      host: 'localhost',
      port: Number(url.port),
      user: 'postgres',
      password: url.password,
      database: 'postgres',
    };
  }, 60_000);

  afterAll(async () => {
    await fixture.close();
    await server.stop();
  });

  const isSecured = async (changes: Record<string, unknown>) => {
    const { rows } = await fixture.read(fixture.config({ ...fields, ...changes }), {
      schema: 'public',
      table: 'secured',
    });
    return rows[0]?.[0];
  };

  test('is used, or not, as the mode says', async () => {
    const ca = certificates.authority;
    expect(await isSecured({ sslmode: 'disable' })).toBe('false');
    expect(await isSecured({})).toBe('true');
    expect(await isSecured({ sslmode: 'require' })).toBe('true');
    expect(await isSecured({ sslmode: 'require', channel_binding: 'require' })).toBe('true');
    expect(await isSecured({ channel_binding: 'prefer', require_auth: 'scram-sha-256' })).toBe(
      'true',
    );
    expect(await isSecured({ sslmode: 'require', sslnegotiation: 'direct' })).toBe('true');
    expect(await isSecured({ sslmode: 'verify-ca', sslrootcert: ca, host: '127.0.0.1' })).toBe(
      'true',
    );
    expect(await isSecured({ sslmode: 'verify-full', sslrootcert: ca })).toBe('true');
  });

  test('a certificate that is not trusted, or for another name, ends it', async () => {
    const refused = {
      class: 'certificate',
      message: expect.stringMatching(/^The certificate of '(localhost|127\.0\.0\.1)'/),
    };
    const { authority, stranger } = certificates;
    await expect(isSecured({ sslmode: 'verify-full' })).rejects.toMatchObject(refused);
    await expect(isSecured({ sslmode: 'verify-ca' })).rejects.toMatchObject(refused);
    await expect(isSecured({ sslmode: 'verify-ca', sslrootcert: stranger })).rejects.toMatchObject(
      refused,
    );
    // Like libpq: a present root certificate is checked.
    await expect(isSecured({ sslmode: 'require', sslrootcert: stranger })).rejects.toMatchObject(
      refused,
    );
    await expect(
      isSecured({ sslmode: 'verify-full', sslrootcert: authority, host: '127.0.0.1' }),
    ).rejects.toMatchObject(refused);
  });

  test('a client certificate signs in its own user', async () => {
    const { cert, key } = certificates.client('bearer');
    const bearer = { ...fields, user: 'bearer', password: undefined, sslmode: 'require' };
    expect(
      await fixture.check(fixture.config({ ...bearer, sslcert: cert, sslkey: key })),
    ).toMatchObject({
      version: expect.stringMatching(/^PostgreSQL/),
    });
    const other = certificates.client('somebody');
    await expect(
      fixture.check(fixture.config({ ...bearer, sslcert: other.cert, sslkey: other.key })),
    ).rejects.toMatchObject({ class: 'authentication' });
    const broken = await fixture
      .check(fixture.config({ ...bearer, sslcert: cert, sslkey: 'no-key-at-all' }))
      .catch((error) => error);
    expect(broken).toMatchObject({ class: 'certificate' });
    expect(broken.message).not.toContain('no-key-at-all');
    await expect(fixture.check(fixture.config({ ...bearer, sslcert: cert }))).rejects.toMatchObject(
      {
        class: 'configuration',
      },
    );
  });
});

describe.skipIf(!hasMariaDb)('MariaDB (mariadb-server-core)', () => {
  const fixture = new SourceFixture('mysql');
  const names = ['localhost', 'elsewhere'] as const;
  const servers = new Map<string, MySqlServer>();
  const authorities = new Map<string, Certificates>();

  beforeAll(async () => {
    for (const name of names) {
      const folder = newFolder();
      const certificates = makeCertificates(folder, name);
      const { cert, key, ca } = certificates.server;
      for (const path of [folder, cert, key, ca]) chownSync(path, userOfMySql(), -1);
      authorities.set(name, certificates);
      servers.set(
        name,
        await startMariaDb([`--ssl-cert=${cert}`, `--ssl-key=${key}`, `--ssl-ca=${ca}`]),
      );
    }
    const client = await servers.get('localhost')?.connect();
    await client?.query(`CREATE DATABASE shop; CREATE VIEW shop.secured AS SELECT variable_value <> '' AS tls
      FROM information_schema.session_status WHERE variable_name = 'SSL_CIPHER'`);
    await client?.end();
  }, 120_000);

  afterAll(async () => {
    await fixture.close();
    for (const server of servers.values()) await server.stop();
  });

  const config = (name: string, changes: Record<string, unknown>) => {
    const server = servers.get(name);
    return fixture.config({
      host: 'localhost',
      port: server?.port,
      user: 'quern',
      password: server?.password,
      database: 'mysql',
      ...changes,
    });
  };

  test('is used, or not, as the mode says', async () => {
    const isSecured = async (changes: Record<string, unknown>) =>
      (
        await fixture.read(config('localhost', { database: 'shop', ...changes }), {
          schema: 'shop',
          table: 'secured',
        })
      ).rows;
    const sslrootcert = authorities.get('localhost')?.authority;
    expect(await isSecured({ sslmode: 'disable' })).toEqual([['0']]);
    expect(await isSecured({})).toEqual([['1']]);
    expect(await isSecured({ sslmode: 'require' })).toEqual([['1']]);
    expect(await isSecured({ sslmode: 'verify-ca', sslrootcert, host: '127.0.0.1' })).toEqual([
      ['1'],
    ]);
    expect(await isSecured({ sslmode: 'verify-full', sslrootcert })).toEqual([['1']]);
  });

  test('a certificate that is not trusted, or for another name, ends it', async () => {
    const refused = { class: 'certificate' };
    const { authority, stranger } = authorities.get('elsewhere') ?? {};
    const check = (changes: Record<string, unknown>) => fixture.check(config('elsewhere', changes));
    await expect(check({ sslmode: 'verify-full' })).rejects.toMatchObject(refused);
    await expect(check({ sslmode: 'verify-ca', sslrootcert: stranger })).rejects.toMatchObject(
      refused,
    );
    await expect(check({ sslmode: 'require', sslrootcert: stranger })).rejects.toMatchObject(
      refused,
    );
    await expect(check({ sslmode: 'verify-full', sslrootcert: authority })).rejects.toMatchObject(
      refused,
    );
    expect(await check({ sslmode: 'verify-ca', sslrootcert: authority })).toBeDefined();
  });
});
