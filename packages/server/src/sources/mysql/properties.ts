import {
  hostProperty,
  liveProperty,
  portProperty,
  rootCertificateProperty,
  tlsModes,
} from '../database-server.ts';
import { splitServerUrl } from '../server-url.ts';
import type { SourceProperty, SourceType } from '../source.ts';
import { mysqlUrl } from './url-form.ts';

/** Sign-in properties of every type that connects to a MySQL server. */
export const mysqlSignInProperties: readonly SourceProperty[] = [
  {
    name: 'server_public_key',
    label: 'Public key of the server',
    kind: 'text',
    required: false,
    description:
      'RSA key of the server as PEM text, under which a password may be sent without TLS (caching_sha2_password, sha256_password).',
  },
  {
    name: 'get_server_public_key',
    label: 'Ask for the key',
    kind: 'boolean',
    required: false,
    default: false,
    description:
      'Without TLS, ask the server for that key: whoever answers at its address can then read the password. Off unless set.',
  },
];

export const mysqlType: SourceType = {
  name: 'mysql',
  label: 'MySQL or MariaDB',
  secretProperty: 'password',
  dialectNames: ['mysql', 'mariadb'],
  splitUrl: (url) => splitServerUrl(url, mysqlUrl),
  readsChanges: true,
  readsLive: true,
  properties: [
    {
      name: 'url',
      label: 'URL',
      kind: 'secret',
      required: false,
      description:
        'mysql://user:password@host:port/database?ssl-mode=..., in place of the fields below.',
    },
    hostProperty,
    portProperty(3306),
    {
      name: 'database',
      label: 'Database',
      kind: 'text',
      format: 'name',
      required: true,
      description: 'The database to read; it is the one schema of the connection.',
    },
    {
      name: 'user',
      label: 'User',
      kind: 'text',
      format: 'name',
      required: true,
      description: 'User to sign in as; it needs SELECT, no more.',
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      required: false,
      description: 'Password of the user.',
    },
    {
      name: 'sslmode',
      label: 'TLS mode',
      kind: 'text',
      required: false,
      default: 'prefer',
      choices: tlsModes,
      description:
        'disable; allow and prefer (TLS where the server offers it); require (TLS, any certificate); verify-ca (a trusted ' +
        'certificate); verify-full (a trusted certificate for this host).',
    },
    ...mysqlSignInProperties,
    rootCertificateProperty,
    liveProperty,
  ],
};
