import {
  hostProperty,
  liveProperty,
  portProperty,
  rootCertificateProperty,
  tlsModes,
} from '../database-server.ts';
import type { SourceConfig, SourceType } from '../source.ts';
import { badConfiguration } from '../source-error.ts';

export const postgresType: SourceType = {
  name: 'postgres',
  label: 'PostgreSQL',
  secretProperty: 'password',
  dialectNames: ['hotsql', 'postgresql'],
  splitUrl: splitPostgresUrl,
  readsChanges: true,
  readsLive: true,
  properties: [
    {
      name: 'url',
      label: 'URL',
      kind: 'secret',
      required: false,
      description:
        'postgres://user:password@host:port/database?sslmode=..., in place of the fields below.',
    },
    hostProperty,
    portProperty(5432),
    {
      name: 'database',
      label: 'Database',
      kind: 'text',
      required: true,
      description: 'The database to read.',
    },
    {
      name: 'user',
      label: 'User',
      kind: 'text',
      required: true,
      description: 'Role to sign in as; it needs USAGE of schemas and SELECT on tables, no more.',
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      required: false,
      description:
        'Password of the role; none where the server asks for none or for a client certificate.',
    },
    {
      name: 'sslmode',
      label: 'TLS mode',
      kind: 'text',
      required: false,
      default: 'prefer',
      choices: tlsModes,
      description:
        "As libpq's: disable; prefer (TLS where the server offers it); require (TLS, any certificate); verify-ca " +
        '(a trusted certificate); verify-full (a trusted certificate for this host).',
    },
    {
      name: 'sslnegotiation',
      label: 'TLS negotiation',
      kind: 'text',
      required: false,
      default: 'postgres',
      choices: ['postgres', 'direct'],
      description:
        'direct begins with TLS at once (PostgreSQL 17 and later, with sslmode require or stricter).',
    },
    {
      name: 'read_connections',
      label: 'Connections per read',
      kind: 'integer',
      required: false,
      default: 3,
      minimum: 1,
      maximum: 8,
      description:
        'How many connections the reading of one large table may take; all of them read one snapshot.',
    },
    liveProperty,
    rootCertificateProperty,
    {
      name: 'sslcert',
      label: 'Client certificate',
      kind: 'text',
      required: false,
      description: 'Certificate to sign in with, as PEM text.',
    },
    {
      name: 'sslkey',
      label: 'Client key',
      kind: 'secret',
      required: false,
      description: 'Private key of the client certificate, as PEM text, without a passphrase.',
    },
  ],
};

/**
 * Parameters of a URL that are properties here; any other is refused, since a driver might obey it.
 */
const urlParameters = new Set(['sslmode', 'sslnegotiation']);

function splitPostgresUrl(text: string): SourceConfig {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname) {
    throw badConfiguration("'url' is not of the form postgres://user:password@host:port/database");
  }
  const refused = [...url.searchParams.keys()].find((name) => !urlParameters.has(name));
  if (refused !== undefined) {
    const known = [...urlParameters].map((name) => `'${name}'`).join(' and ');
    throw badConfiguration(`'url' has the parameter '${refused}'; only ${known} can stand there`);
  }
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw badConfiguration("'url' has a '%' that is not part of an escape such as %40");
    }
  };
  const values = {
    host: decoded(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? '' : Number(url.port),
    database: decoded(url.pathname.slice(1)),
    user: decoded(url.username),
    password: decoded(url.password),
    ...Object.fromEntries(url.searchParams),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
