/**
 * Rules for hosts that the service may connect to for its users. Private networks are allowed,
 * because the service is self-hosted. Addresses with a meaning only on the machine or in its cloud
 * are never allowed.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** True if the address leads to this machine only. */
export const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && contains(loopback, embeddedIPv4(address) ?? address);

/** Rules as plain data, to be sent to a worker process. */
export interface HostRules {
  /** Names, networks, and `*`. Empty: everything that is not denied. */
  readonly allow: readonly HostRule[];
  readonly deny: readonly HostRule[];
  /**
   * True if loopback is allowed without an entry in `allow`: the service itself listens only on
   * loopback.
   */
  readonly loopbackOpen: boolean;
  /**
   * True if a host beyond this machine requires an entry in `allow` with its name or network. An
   * empty `allow`, `*` and a network of zero bits name no host.
   */
  readonly namedOnly?: boolean;
  /**
   * Servers of the service itself (its metadata); users may read them only if `allow` names the
   * network.
   */
  readonly own: readonly { readonly host: string; readonly port: number }[];
  /** The service's own folders and files (data, metadata, objects); users may never read them. */
  readonly ownPaths: readonly string[];
}

export type HostRule =
  | { readonly kind: 'any' }
  | { readonly kind: 'name'; readonly name: string }
  /** `.example.com`: every subdomain. */
  | { readonly kind: 'suffix'; readonly suffix: string }
  | { readonly kind: 'network'; readonly address: string; readonly bits: number }
  /**
   * `/srv/data`: files below the folder, for sources that are files. Only in `allow`; not about
   * hosts.
   */
  | { readonly kind: 'folder'; readonly path: string };

/** Networks without possible sources, including the metadata services of clouds. */
const neverNetworks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
];

const loopbackNetworks: readonly (readonly [string, number])[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];

const never = blockList(neverNetworks);
const loopback = blockList(loopbackNetworks);

/**
 * One entry of QUERN_SOURCES_ALLOW or QUERN_SOURCES_DENY: `10.0.0.0/8`, `fd00::1`,
 * `db.example.com`, `*.example.com`, `*` or the absolute path of a folder; null for any other text.
 */
export function parseHostRule(text: string): HostRule | null {
  if (text.trim() === '*') return { kind: 'any' };
  if (text.trim().startsWith('/')) return { kind: 'folder', path: text.trim() };
  const entry = text.trim().toLowerCase().replace(/\.$/, '');
  const [address = '', bits, more] = entry.replace(/^\[(.*)\]/, '$1').split('/');
  const version = isIP(address);
  if (version !== 0) {
    const most = version === 4 ? 32 : 128;
    if (more !== undefined || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
    const length = bits === undefined ? most : Number(bits);
    return length > most ? null : { kind: 'network', address, bits: length };
  }
  if (/^\*\.[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(entry))
    return { kind: 'suffix', suffix: entry.slice(1) };
  // A last label of digits would be read as an address by a resolver.
  return /^([a-z0-9_-]+\.)*\d*[a-z_-][a-z0-9_-]*$/.test(entry)
    ? { kind: 'name', name: entry }
    : null;
}

/**
 * True if the service may connect to an address of `host`. `ownAddresses` are the addresses of the
 * hosts in `rules.own`. Denial precedes permission, and never-allowed networks cannot be permitted.
 */
export function isAllowed(
  rules: HostRules,
  host: string,
  address: string,
  port: number,
  ownAddresses: readonly { readonly address: string; readonly port: number }[] = [],
): boolean {
  const plain = embeddedIPv4(address) ?? address;
  if (contains(never, plain) || contains(never, address)) return false;
  const name = host.toLowerCase().replace(/\.$/, '');
  const matches = (rule: HostRule) => matchesRule(rule, name, plain);
  const allow = rules.allow.filter(({ kind }) => kind !== 'folder');
  if (rules.deny.some(matches)) return false;
  const isOwn = ownAddresses.some(
    (own) => own.port === port && (embeddedIPv4(own.address) ?? own.address) === plain,
  );
  if (isOwn || (contains(loopback, plain) && !rules.loopbackOpen)) {
    return allow.some((rule) => rule.kind === 'network' && matches(rule));
  }
  if (rules.namedOnly && !contains(loopback, plain))
    return allow.some((rule) => namesHosts(rule) && matches(rule));
  return allow.length === 0 || allow.some(matches);
}

const namesHosts = (rule: HostRule) =>
  rule.kind !== 'any' && !(rule.kind === 'network' && rule.bits === 0);

function matchesRule(rule: HostRule, name: string, address: string): boolean {
  if (rule.kind === 'any') return true;
  if (rule.kind === 'name') return name === rule.name;
  if (rule.kind === 'suffix') return name.endsWith(rule.suffix);
  if (rule.kind === 'folder') return false;
  return contains(blockList([[rule.address, rule.bits]]), address);
}

function blockList(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks)
    list.addSubnet(address, bits, isIPv4(address) ? 'ipv4' : 'ipv6');
  return list;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * The IPv4 address inside an IPv6 address: mapped (`::ffff:0:0/96`), compatible (`::/96`), NAT64
 * (`64:ff9b::/96`, `64:ff9b:1::/48`) and 6to4 (`2002::/16`); undefined for every other address.
 */
export function embeddedIPv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = groupsOf(address);
  const [first = 0, second = 0, third = 0] = groups;
  const last = () => dotted(groups[6] ?? 0, groups[7] ?? 0);
  const startsWithZeros = groups.slice(0, 5).every((group) => group === 0);
  if (startsWithZeros && groups[5] === 0xffff) return last();
  // Within ::/96, the addresses :: and ::1 contain no IPv4 address.
  if (startsWithZeros && groups[5] === 0)
    return (groups[6] ?? 0) === 0 && (groups[7] ?? 0) <= 1 ? undefined : last();
  if (first === 0x64 && second === 0xff9b) return last();
  return first === 0x2002 ? dotted(second, third) : undefined;
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight groups of an IPv6 address, without the zone. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%');
  const hexadecimal = plain.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_all, a, b, c, d) =>
      [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)]
        .map((group) => group.toString(16))
        .join(':'),
  );
  const [head = '', tail] = hexadecimal.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = parse(head);
  if (tail === undefined) return before;
  const after = parse(tail);
  return [
    ...before,
    ...new Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0),
    ...after,
  ];
}
