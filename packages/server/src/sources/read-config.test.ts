import { describe, expect, test } from 'vitest';
import { configSchema } from './config-schema.ts';
import { postgresType } from './postgres/properties.ts';
import { completeConfig, readConfig } from './read-config.ts';
import { sourceTypes } from './registry.ts';

const read = (raw: Record<string, unknown>, given: string[] = []) =>
  readConfig(postgresType, raw, given);
const fields = { host: 'db', database: 'shop', user: 'reader' };

describe('a configuration', () => {
  test('is divided into what may be shown and what may not', () => {
    const { clear, secrets } = read({ ...fields, port: '6000', password: 'p', sslkey: 'k' });
    expect(clear).toEqual({ ...fields, port: 6000 });
    expect(secrets).toEqual({ password: 'p', sslkey: 'k' });
    expect(completeConfig(postgresType, clear, secrets)).toEqual({
      ...fields,
      port: 6000,
      password: 'p',
      sslkey: 'k',
      live: false,
      channel_binding: 'disable',
      read_connections: 3,
      sslmode: 'prefer',
      sslnegotiation: 'postgres',
    });
  });

  test('a URL is the fields it stands for, and is not kept', () => {
    const { clear, secrets } = read({
      url: 'postgres://re%40der:p%3Aw@[fd00::1]:6000/my%20shop?sslmode=require',
    });
    expect(clear).toEqual({
      host: 'fd00::1',
      port: 6000,
      database: 'my shop',
      user: 're@der',
      sslmode: 'require',
    });
    expect(secrets).toEqual({ password: 'p:w' });
  });

  test.each([
    [
      { ...fields, hots: 'x' },
      "A postgres connection has no property 'hots'; it has 'url', 'host', 'port'",
    ],
    [{ host: 'db' }, "A postgres connection needs 'database', 'user' in its config"],
    [{ ...fields, port: 0 }, "'port' must be a whole number from 1 to 65535"],
    [{ ...fields, port: '5432x' }, "'port' must be a whole number from 1 to 65535"],
    [{ ...fields, host: '' }, "'host' must be a text that is not empty"],
    [{ ...fields, host: 7 }, "'host' must be a text that is not empty"],
    [{ ...fields, user: 'a\0b' }, "'user' holds a NUL character"],
    [{ ...fields, sslmode: 'on' }, "'sslmode' must be one of 'disable', 'allow', 'prefer'"],
    [
      { url: 'postgres://u:hunter2@h/d', user: 'x' },
      "'user' is given twice, in 'url' and by itself",
    ],
    [
      { url: 'postgres://u:hunter2@h/d?service=x' },
      "'url' has the parameter 'service', which this service does not know; leave it out",
    ],
    [{ url: 'postgres://u:hunter2@h/d?sslmode=maybe' }, "'sslmode' must be one of"],
    [{ url: 'mysql://u:hunter2@h/d' }, "'url' is not of the form postgres://"],
    [{ url: 'hunter2' }, "'url' is not of the form postgres://"],
    [{ url: 'postgres://u:hunter2%@h/d' }, "'url' has a '%' that is not part of an escape"],
    [{ url: 'postgres://u:1/hunter2@h/d' }, "write the characters '/', '?', '#'"],
    [{ url: 'postgres://u:1?hunter2@h/d' }, "write the characters '/', '?', '#'"],
    [{ url: 'postgres://u:1#hunter2@h/d' }, "write the characters '/', '?', '#'"],
    [
      { url: 'postgres://u@h/d?sslrootcert=/home/me/hunter2.pem' },
      "names a file for 'sslrootcert'",
    ],
    [
      { url: 'postgres://u@h/d?target_session_attrs=standby' },
      'asks for a server of a certain role',
    ],
    [{ ...fields, host: 'u:hunter2@db' }, "'host' holds a user or a password"],
    [{ ...fields, host: 'hunter2@db' }, "'host' holds a user or a password"],
    [{ ...fields, host: 'postgres://u:hunter2@db/shop' }, "'host' holds a user or a password"],
    [{ ...fields, host: 'postgres://db.internal' }, "'host' is a URL; give the name or address"],
    [{ ...fields, host: 'db.internal:5432' }, "'host' holds a port; give it as 'port'"],
    [{ ...fields, host: '[fd00::1]:5432' }, "'host' holds a port; give it as 'port'"],
    [{ ...fields, host: '/var/run/postgresql' }, "'host' is no name or address of a server"],
    [{ ...fields, host: 'db internal' }, "'host' is no name or address of a server"],
    [{ ...fields, user: 'u:hunter2@db' }, "'user' holds a user or a password"],
    [
      { ...fields, database: 'postgres://u:hunter2@db/shop' },
      "'database' holds a user or a password",
    ],
    [
      { ...fields, sslrootcert: 'https://u:hunter2@ca' },
      "'sslrootcert' holds a user or a password",
    ],
    [{ url: 'postgres://u@u%3Ahunter2%40db/shop' }, "'host' holds a user or a password"],
  ])('%j is refused in a sentence', (raw, sentence) => {
    let message = '';
    try {
      read(raw);
    } catch (error) {
      message = (error as Error).message;
      expect(error).toMatchObject({ class: 'configuration', retryable: false });
    }
    expect(message).toContain(sentence);
    expect(message).not.toContain('hunter2');
  });

  test.each(['db', 'db.', 'db_1.internal', 'bücher.example', '10.0.0.7', 'fd00::1', 'localhost'])(
    "the host '%s' is one",
    (host) => {
      expect(read({ ...fields, host }).clear).toEqual({ ...fields, host });
    },
  );

  test.each(sourceTypes.filter(({ name }) => name !== 'https'))(
    'of type $name shows no password that was typed into a text of it',
    (type) => {
      const texts = type.properties.filter(({ kind, choices }) => kind === 'text' && !choices);
      for (const { name } of texts) {
        if (name === type.urlProperty) continue;
        const values = { [name]: 'https://u:hunter2@h/d' };
        expect(() => readConfig(type, values, [])).toThrow(/^(?!.*hunter2).*user or a password/);
      }
    },
  );

  test('of a long text is read at once', () => {
    // A pattern that tries every pair of colons takes half a minute for this text.
    const sslrootcert = `://${':'.repeat(65_000)}`;
    expect(read({ ...fields, sslrootcert }).clear).toMatchObject({ sslrootcert });
    expect(() => read({ ...fields, sslrootcert: `${'://'.repeat(20_000)}a:b@c` })).toThrow(
      "'sslrootcert' holds a user or a password",
    );
    expect(() => read({ ...fields, user: 'u'.repeat(1025) })).toThrow(
      "'user' is longer than 1024 characters",
    );
  });

  test('is described for forms, secrets marked', () => {
    const schema = configSchema(postgresType);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schema.properties).toMatchObject({
      port: { type: 'integer', default: 5432, minimum: 1, maximum: 65_535 },
      password: { type: 'string', format: 'password', writeOnly: true },
      sslmode: { enum: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] },
    });
  });
});
