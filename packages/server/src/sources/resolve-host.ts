import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type HostRules, isAllowed } from './host-rules.ts';
import type { CheckedAddress, SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

/** What the system says a name's addresses are; throws as `dns.lookup` does. */
export type Lookup = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const systemLookup: Lookup = (host) => lookup(host, { all: true, order: 'verbatim' });

/** Names that no resolver needs to be asked; longer ones are no host names. */
const maxHostLength = 253;

/**
 * One sentence for an address that the rules refuse, a port that is closed and a server that is
 * silent: told apart, they would make the service a scanner of the operator's network.
 */
export const unreachableSentence = (host: string, port: number) =>
  `Cannot connect to '${host}' on port ${port}: no server answers there, or this service may not connect to it; ` +
  'check host, port and firewalls, or ask the operator to allow it in QUERN_SOURCES_ALLOW';

/**
 * Resolves a host once and gives its addresses when the rules allow every one of them: of a mixed
 * answer none is used, since who controls a name could choose which is tried.
 */
export function hostResolver(
  rules: HostRules,
  ask: Lookup = systemLookup,
): SourceContext['resolve'] {
  const addressesOf = async (host: string): Promise<readonly CheckedAddress[]> => {
    const family = isIP(host);
    const found = family === 0 ? await ask(host) : [{ address: host, family }];
    return found.map((one) => ({ address: one.address, family: one.family === 6 ? 6 : 4 }));
  };
  return async (host, port) => {
    const refused = () => new SourceError('address_refused', unreachableSentence(host, port));
    if (host === '' || host.length > maxHostLength || /[\s/\\@%#?]/.test(host)) throw refused();
    const found = await addressesOf(host).catch((error: { code?: unknown }) => {
      throw nameError(host, port, error.code);
    });
    if (found.length === 0) throw nameError(host, port, 'ENOTFOUND');
    // Where the service's own server is not known, no address is known not to be its.
    const own = await ownAddresses(rules, addressesOf).catch(() => {
      throw refused();
    });
    if (!found.every(({ address }) => isAllowed(rules, host, address, port, own))) throw refused();
    return found;
  };
}

async function ownAddresses(
  rules: HostRules,
  addressesOf: (host: string) => Promise<readonly CheckedAddress[]>,
): Promise<{ address: string; port: number }[]> {
  const found = await Promise.all(
    rules.own.map(async ({ host, port }) => {
      const addresses = await addressesOf(host);
      return addresses.map(({ address }) => ({ address, port }));
    }),
  );
  return found.flat();
}

function nameError(host: string, port: number, code: unknown): SourceError {
  const sourceCode = String(code);
  if (sourceCode === 'ENOTFOUND' || sourceCode === 'ENODATA') {
    return new SourceError('name_not_found', `Host '${host}' is not known; check its name`, {
      sourceCode,
    });
  }
  return new SourceError('unreachable', unreachableSentence(host, port), { sourceCode });
}
