import {
  hostProperty,
  liveProperty,
  portProperty,
  rootCertificateProperty,
  tlsModes,
} from '../database-server.ts';
import type { SourceType } from '../source.ts';

export const mysqlType: SourceType = {
  name: 'mysql',
  label: 'MySQL or MariaDB',
  secretProperty: 'password',
  dialectNames: ['mysql', 'mariadb'],
  readsChanges: true,
  readsLive: true,
  properties: [
    hostProperty,
    portProperty(3306),
    {
      name: 'database',
      label: 'Database',
      kind: 'text',
      required: true,
      description: 'The database to read; it is the one schema of the connection.',
    },
    {
      name: 'user',
      label: 'User',
      kind: 'text',
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
        'disable; prefer (TLS where the server offers it); require (TLS, any certificate); verify-ca (a trusted ' +
        'certificate); verify-full (a trusted certificate for this host).',
    },
    rootCertificateProperty,
    liveProperty,
  ],
};
