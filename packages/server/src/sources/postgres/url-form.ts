import { asProperty, asSwitch, asText, type ServerUrlForm } from '../server-url.ts';
import { badConfiguration } from '../source-error.ts';

export const postgresUrl: ServerUrlForm = {
  property: 'url',
  example: 'postgres://user:password@host:port/database',
  schemes: ['postgres', 'postgresql'],
  parameters: {
    sslmode: (value) => ({ sslmode: value === 'no-verify' ? 'require' : value }),
    ssl: asSwitch({ sslmode: 'require' }),
    // Prisma: `strict` requires a trusted certificate.
    sslaccept: (value) => (value === 'strict' ? { sslmode: 'verify-full' } : {}),
    sslnegotiation: asProperty('sslnegotiation'),
    channelbinding: asProperty('channel_binding'),
    requireauth: asProperty('require_auth'),
    options: asProperty('options'),
    sslcert: asText('sslcert'),
    sslkey: asText('sslkey'),
    sslrootcert(value) {
      // libpq: the system's authorities, which are Node's authorities here.
      if (value === 'system') return { sslmode: 'verify-full' };
      return asText('sslrootcert')(value);
    },
    targetsessionattrs(value) {
      if (['any', 'read-write', 'prefer-standby'].includes(value)) return {};
      throw badConfiguration(
        "'url' asks for a server of a certain role (target_session_attrs); name that server in the URL and leave it out",
      );
    },
  },
  // Parameters of libpq, JDBC, Prisma, SQLAlchemy, node-postgres and poolers.
  ignored: [
    ...['connecttimeout', 'applicationname', 'fallbackapplicationname', 'clientencoding'],
    ...['keepalives', 'keepalivesidle', 'keepalivesinterval', 'keepalivescount', 'tcpusertimeout'],
    ...['gssencmode', 'krbsrvname', 'sslcompression', 'sslsni', 'loadbalancehosts'],
    ...['schema', 'currentschema', 'pgbouncer', 'connectionlimit', 'pooltimeout', 'sockettimeout'],
    ...['maxidleconnectionlifetime', 'statementcachesize', 'uselibpqcompat'],
    ...['preparethreshold', 'preparedstatements', 'preparedstatementcachesize', 'logintimeout'],
    ...['tcpkeepalive', 'binarytransfer', 'poolmode', 'supa', 'workaround', 'reparsequeries'],
  ],
};
