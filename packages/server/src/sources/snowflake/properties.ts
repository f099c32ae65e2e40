import type { SourceType } from '../source.ts';

export const snowflakeType: SourceType = {
  name: 'snowflake',
  label: 'Snowflake',
  secretProperty: 'password',
  dialectNames: ['snowflake'],
  readsChanges: true,
  properties: [
    {
      name: 'account',
      label: 'Account',
      kind: 'text',
      format: 'name',
      required: true,
      description:
        'Account identifier, as in the address of its console: myorg-myaccount, or xy12345.eu-central-1.',
    },
    {
      name: 'user',
      label: 'User',
      kind: 'text',
      format: 'name',
      required: true,
      description:
        'User to sign in as; its role needs USAGE of warehouse, database and schemas, and SELECT.',
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      required: false,
      description:
        'Password of the user, a programmatic access token of it, or a private key of it as PEM text (then no ' +
        'private_key is needed).',
    },
    {
      name: 'private_key',
      label: 'Private key',
      kind: 'secret',
      required: false,
      description: 'RSA private key of the user as PEM text, in place of a password.',
    },
    {
      name: 'private_key_passphrase',
      label: 'Passphrase of the private key',
      kind: 'secret',
      required: false,
      description: 'What the private key is encrypted with, where it is.',
    },
    {
      name: 'warehouse',
      label: 'Warehouse',
      kind: 'text',
      format: 'name',
      required: true,
      description:
        'Warehouse that reads the tables. It resumes for that, where it may, and bills for it.',
    },
    {
      name: 'database',
      label: 'Database',
      kind: 'text',
      format: 'name',
      required: true,
      description:
        'Database to read. As in SQL a name is upper case unless it stands in double quotes; so are warehouse, schema ' +
        'and role.',
    },
    {
      name: 'schema',
      label: 'Schema',
      kind: 'text',
      required: false,
      description: 'The only schema to read; all that the role may use where absent.',
    },
    {
      name: 'role',
      label: 'Role',
      kind: 'text',
      required: false,
      description: "Role to read as; the user's default role where absent.",
    },
    {
      name: 'host',
      label: 'Host',
      kind: 'text',
      required: false,
      description:
        'Host of the account where it is not <account>.snowflakecomputing.com (a private link); it ends like that. For an ' +
        'emulator on the machine of the service, and for nothing else: http://127.0.0.1:<port>.',
    },
  ],
};
