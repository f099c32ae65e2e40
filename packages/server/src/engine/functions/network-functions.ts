import {
  bytesOfMac,
  type MacType,
  macChanges,
  printMac,
  readMac,
} from '../../values/mac-address.ts';
import {
  type Address,
  type AddressType,
  abbreviated,
  addressCombinations,
  addressDistance,
  addressKey,
  addressTests,
  broadcastOf,
  hostmaskOf,
  inverted,
  movedAddress,
  netmaskOf,
  networkOf,
  printAddress,
  printFull,
  printHost,
  readAddress,
  withLength,
} from '../../values/network-address.ts';
import { bigint, boolean, integer, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

const addressOf = (value: string): Address => readAddress(value, 'inet');
const inet = (address: Address): string => printAddress(address, 'inet');

/** Functions of one address, by the word in the call. */
const parts: Readonly<Record<string, (address: Address) => string>> = {
  abbreviated,
  host: printHost,
  full: printFull,
  broadcast: (address) => inet(broadcastOf(address)),
  netmask: (address) => inet(netmaskOf(address)),
  hostmask: (address) => inet(hostmaskOf(address)),
  network: (address) => printFull(networkOf(address)),
  not: (address) => inet(inverted(address)),
  inet,
};

function combine(word: string, one: string, other: string): string {
  const made = addressCombinations[word as keyof typeof addressCombinations](
    addressOf(one),
    addressOf(other),
  );
  return word === 'merge' ? printFull(made) : inet(made);
}

function combineMac(word: string, one: string, other: string): string {
  const others = bytesOfMac(other);
  return printMac(
    bytesOfMac(one).map((byte, index) =>
      word === 'and' ? byte & (others[index] ?? 0) : byte | (others[index] ?? 0),
    ),
  );
}

/** The reading of a text by address types. Raises the errors of PostgreSQL's input functions. */
export const addressReaders: Readonly<Record<string, (value: string) => string>> = {
  inet: (value) => inet(addressOf(value)),
  cidr: (value) => printFull(readAddress(value, 'cidr')),
  macaddr: (value) => readMac(value, 'macaddr'),
  macaddr8: (value) => readMac(value, 'macaddr8'),
};

/** Addresses of networks and network cards, represented by PostgreSQL's texts. */
export const networkFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_inet_in', [text, text], text, (type, value) =>
    printAddress(readAddress(value, type as AddressType), type as AddressType),
  ),
  strictFunction('hotsql_inet_key', [text], text, (value) => addressKey(addressOf(value))),
  strictFunction(
    'hotsql_inet_part',
    [text, text],
    text,
    (word, value) => parts[word]?.(addressOf(value)) ?? null,
  ),
  strictFunction('hotsql_inet_length', [text], integer, (value) => addressOf(value).bits),
  strictFunction('hotsql_inet_test', [text, text, text], boolean, (word, one, other) =>
    addressTests[word as keyof typeof addressTests](addressOf(one), addressOf(other)),
  ),
  strictFunction('hotsql_inet_combine', [text, text, text], text, combine),
  strictFunction('hotsql_inet_with_length', [text, text, integer], text, (type, value, bits) =>
    printAddress(withLength(addressOf(value), bits, type as AddressType), type as AddressType),
  ),
  strictFunction('hotsql_inet_move', [text, bigint], text, (value, by) =>
    inet(movedAddress(addressOf(value), by)),
  ),
  strictFunction('hotsql_inet_distance', [text, text], bigint, (one, other) =>
    addressDistance(addressOf(one), addressOf(other)),
  ),
  strictFunction('hotsql_mac_in', [text, text], text, (type, value) =>
    readMac(value, type as MacType),
  ),
  strictFunction('hotsql_mac_change', [text, text], text, (word, value) =>
    printMac(macChanges[word as keyof typeof macChanges](bytesOfMac(value))),
  ),
  strictFunction('hotsql_mac_combine', [text, text, text], text, combineMac),
];
