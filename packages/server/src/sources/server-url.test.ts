import { describe, expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { findSourceType } from './registry.ts';

function read(name: string, config: Record<string, unknown>) {
  const type = findSourceType(name);
  if (!type) throw new Error(`there is no type '${name}'`);
  const { clear, secrets } = readConfig(type, config, []);
  return { ...clear, ...secrets };
}

const login = { host: 'h', database: 'd', user: 'u', password: 'p' };

describe('a URL as it is printed by', () => {
  test.each([
    [
      'Neon',
      'postgresql://u:p@h/d?sslmode=require&channel_binding=require',
      { sslmode: 'require', channel_binding: 'require' },
    ],
    [
      'Neon, old clients',
      'postgres://u:p@h/d?options=endpoint%3Dep-1',
      { options: 'endpoint=ep-1' },
    ],
    [
      'Neon for JDBC',
      'jdbc:postgresql://h/d?user=u&password=p&sslmode=require&channelBinding=prefer',
      { sslmode: 'require', channel_binding: 'prefer' },
    ],
    ['Supabase', 'postgres://u:p@h:6543/d?pgbouncer=true&connection_limit=1', { port: 6543 }],
    [
      'Prisma',
      'postgresql://u:p@h:5432/d?schema=public&sslaccept=strict&sslmode=require',
      { port: 5432, sslmode: 'verify-full' },
    ],
    ['Heroku and node-postgres', 'postgres://u:p@h/d?ssl=true', { sslmode: 'require' }],
    ['SQLAlchemy', 'postgresql+psycopg2://u:p@h/d?application_name=x&connect_timeout=10', {}],
    [
      'libpq',
      'postgres://u:p@h/d?sslmode=allow&require_auth=!password',
      { sslmode: 'allow', require_auth: '!password' },
    ],
    [
      'CockroachDB',
      'postgresql://u:p@h:26257/d?sslmode=verify-full&sslrootcert=system',
      { port: 26257, sslmode: 'verify-full' },
    ],
  ])('%s is a connection to PostgreSQL', (_who, url, more) => {
    expect(read('postgres', { url })).toEqual({ ...login, ...more });
  });

  test.each([
    ['Aiven', 'mysql://u:p@h:12/d?ssl-mode=REQUIRED', { port: 12, sslmode: 'require' }],
    ['PlanetScale', 'mysql://u:p@h/d?ssl={"rejectUnauthorized":true}', { sslmode: 'verify-full' }],
    ['TiDB Cloud', 'mysql://u:p@h:4000/d?sslaccept=strict', { port: 4000, sslmode: 'verify-full' }],
    ['SQLAlchemy', 'mysql+pymysql://u:p@h/d?charset=utf8mb4', {}],
    ['MariaDB', 'mariadb://u:p@h/d', {}],
    [
      'Connector/J',
      'jdbc:mysql://h/d?user=u&password=p&useSSL=true&sslMode=VERIFY_CA&allowPublicKeyRetrieval=true&serverTimezone=UTC',
      { sslmode: 'verify-ca', get_server_public_key: true },
    ],
  ])('%s is a connection to MySQL', (_who, url, more) => {
    expect(read('mysql', { url })).toEqual({ ...login, ...more });
  });

  test('either is the catalog of a DuckLake, its parameters properties beside it', () => {
    expect(
      read('ducklake', { catalog_url: 'ducklake:postgres://u:p@[fd00::1]:6000/d?sslmode=require' }),
    ).toEqual({ catalog_url: 'postgres://u@[fd00::1]:6000/d', password: 'p', sslmode: 'require' });
    expect(read('ducklake', { catalog_url: 'mysql://u%40x:p@h/d?ssl-mode=REQUIRED' })).toEqual({
      catalog_url: 'mysql://u%40x@h/d',
      password: 'p',
      sslmode: 'require',
    });
  });

  test('a switch does not weaken the mode that stands beside it', () => {
    const url = (query: string) => read('postgres', { url: `postgres://u:p@h/d?${query}` });
    for (const query of ['ssl=true&sslmode=verify-ca', 'sslmode=verify-ca&ssl=true'])
      expect(url(query)).toMatchObject({ sslmode: 'verify-ca' });
    expect(url('sslmode=prefer&ssl=true')).toMatchObject({ sslmode: 'require' });
    expect(() => url('sslmode=maybe&ssl=true')).toThrow(/'sslmode' must be one of/);
  });
});
