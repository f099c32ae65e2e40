import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type HostRules, isAllowed } from './host-rules.ts';
import type { CheckedAddress, SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

/** The system's addresses of a name; throws as `dns.lookup` does. */
export type Lookup = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const systemLookup: Lookup = (host) => lookup(host, { all: true, order: 'verbatim' });

/** Longer names are no host names, and are not looked up. */
const maxHostLength = 253;

/**
 * The sentence for a refused address, a closed port and a silent server. Different sentences would
 * make the service a scanner of the operator's network.
 */
export const unreachableSentence = (host: string, port: number) =>
  `Cannot connect to '${host}' on port ${port}: no server answers there, or this service may not connect to it; ` +
  'check host, port and firewalls, or ask the operator to allow it in QUERN_SOURCES_ALLOW';

/**
 * Resolves a host once. Returns the addresses if the rules permit every address. A mixed answer is
 * refused whole, because the owner of the name could choose the address that is tried.
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
    // Any address could be the service's own server if the server's address is unknown.
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
