import { byNetworkCode, certificateCodes, lost, type Meaning } from './database-server.ts';
import { isLost } from './retry-transient.ts';

const notTrusted: Meaning = {
  class: 'certificate',
  sentence: ({ host }) =>
    `The certificate of '${host}' is not trusted or is for another name: something stands between this service and ` +
    'it; ask its operator',
};
const notHttp: Meaning = {
  class: 'source_failed',
  sentence: ({ host }) =>
    `What answers as '${host}' does not speak its protocol; check the connection's settings`,
};

/**
 * Meaning of a failure below HTTP, by the codes of Node and the operating system; undefined for
 * every other code.
 */
export function meaningOfHttpFailure(code: string): Meaning | undefined {
  if (Object.hasOwn(byNetworkCode, code)) return byNetworkCode[code];
  if (isLost({ code })) return lost;
  if (certificateCodes.test(code)) return notTrusted;
  if (/^(HPE_|ERR_SSL|ERR_OSSL|EPROTO|ERR_HTTP2)/.test(code)) return notHttp;
  return undefined;
}
