import { asSwitch, asText, type ServerUrlForm } from '../server-url.ts';
import type { SourceConfig } from '../source.ts';
import { badConfiguration } from '../source-error.ts';

/** Modes by the names of MySQL's own clients and of Connector/J. */
const modes: Readonly<Record<string, string>> = {
  disabled: 'disable',
  preferred: 'prefer',
  required: 'require',
  verify_ca: 'verify-ca',
  verify_identity: 'verify-full',
};

const sslMode = (value: string): SourceConfig => ({
  sslmode: modes[value.toLowerCase().replace('-', '_')] ?? value,
});

export const mysqlUrl: ServerUrlForm = {
  property: 'url',
  example: 'mysql://user:password@host:port/database',
  schemes: ['mysql', 'mariadb', 'mysqls'],
  parameters: {
    sslmode: sslMode,
    usessl: asSwitch({ sslmode: 'prefer' }),
    requiressl: asSwitch({ sslmode: 'require' }),
    verifyservercertificate: asSwitch({ sslmode: 'verify-full' }),
    sslverifycert: asSwitch({ sslmode: 'verify-ca' }),
    sslverifyidentity: asSwitch({ sslmode: 'verify-full' }),
    tls: asSwitch({ sslmode: 'require' }),
    // Prisma and PlanetScale: `strict` requires a trusted certificate.
    sslaccept: (value) => ({ sslmode: value === 'strict' ? 'verify-full' : 'require' }),
    ssl(value) {
      if (!value.startsWith('{')) return asSwitch({ sslmode: 'require' })(value);
      return { sslmode: /"rejectUnauthorized"\s*:\s*true/.test(value) ? 'verify-full' : 'require' };
    },
    sslca: asText('sslrootcert'),
    allowpublickeyretrieval: asSwitch({ get_server_public_key: true }),
    getserverpublickey: asSwitch({ get_server_public_key: true }),
    sslcert() {
      throw badConfiguration(
        "'url' names a client certificate, which connections of this type do not sign in with; leave it out and give a password",
      );
    },
  },
  ignored: [
    ...['charset', 'collation', 'characterencoding', 'useunicode', 'timezone', 'servertimezone'],
    ...['parsetime', 'loc', 'connecttimeout', 'sockettimeout', 'connectionlimit', 'pooltimeout'],
    ...['autoreconnect', 'maxallowedpacket', 'interpolateparams', 'rewritebatchedstatements'],
    ...[
      'zerodatetimebehavior',
      'tinyint1isbit',
      'useaffectedrows',
      'cacheprepstmts',
      'binarytransfer',
    ],
    ...['connectiontimezone', 'uselegacydatetimecode', 'poolsize', 'program', 'defaultauth'],
  ],
};
