import type { SourceType } from '../source.ts';

export const mysqlType: SourceType = {
  name: 'mysql',
  label: 'MySQL or MariaDB',
  secretProperty: 'password',
  dialectNames: ['mysql', 'mariadb'],
  properties: [
    {
      name: 'host',
      label: 'Host',
      kind: 'text',
      required: true,
      description: 'Name or address of the server.',
    },
    {
      name: 'port',
      label: 'Port',
      kind: 'integer',
      required: false,
      default: 3306,
      minimum: 1,
      maximum: 65_535,
      description: 'Port of the server.',
    },
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
      choices: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'],
      description:
        'disable; prefer (TLS where the server offers it); require (TLS, any certificate); verify-ca (a trusted ' +
        'certificate); verify-full (a trusted certificate for this host).',
    },
    {
      name: 'sslrootcert',
      label: 'CA certificates',
      kind: 'text',
      required: false,
      description: 'Certificates to trust, as PEM text; those of well-known authorities where absent.',
    },
  ],
};
