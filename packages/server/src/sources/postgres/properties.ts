import {
  hostProperty,
  liveProperty,
  portProperty,
  rootCertificateProperty,
  tlsModes,
} from '../database-server.ts';
import { splitServerUrl } from '../server-url.ts';
import type { SourceProperty, SourceType } from '../source.ts';
import { postgresUrl } from './url-form.ts';

/** Sign-in properties of every type that connects to a PostgreSQL server. */
export const postgresSignInProperties: readonly SourceProperty[] = [
  {
    name: 'require_auth',
    label: 'Ways to sign in',
    kind: 'text',
    required: false,
    description:
      "As libpq's: the ways that the server may ask for the password, separated by commas, of scram-sha-256, md5, password (in clear) " +
      'and none; or those that it may not, each with a ! before it. In clear it is sent over TLS and loopback alone, whatever is named.',
  },
  {
    name: 'channel_binding',
    label: 'Channel binding',
    kind: 'text',
    required: false,
    default: 'disable',
    choices: ['disable', 'prefer', 'require'],
    description:
      'Whether signing in is bound to the certificate of the server, so that nobody between can pass it on: require needs TLS and scram-sha-256.',
  },
  {
    name: 'options',
    label: 'Options',
    kind: 'text',
    required: false,
    description:
      'Sent to the server when signing in, such as endpoint=... or -c statement_timeout=0.',
  },
];

export const postgresType: SourceType = {
  name: 'postgres',
  label: 'PostgreSQL',
  secretProperty: 'password',
  dialectNames: ['hotsql', 'postgresql'],
  splitUrl: (url) => splitServerUrl(url, postgresUrl),
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
      format: 'name',
      required: true,
      description: 'The database to read.',
    },
    {
      name: 'user',
      label: 'User',
      kind: 'text',
      format: 'name',
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
        "As libpq's: disable; allow and prefer (TLS where the server offers it); require (TLS, any certificate); verify-ca " +
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
    ...postgresSignInProperties,
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
