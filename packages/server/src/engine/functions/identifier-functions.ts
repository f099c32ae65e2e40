import { sqlError } from '../../kernel/sql-error.ts';
import { typeInfo } from '../../plan/hotsql/resolve/catalog/postgres-catalog.ts';
import { readWrittenType } from '../../plan/hotsql/resolve/written-type.ts';
import { cutName } from '../../values/cut-name.ts';
import { byteOfChar, charOfByte, readChar } from '../../values/read-char.ts';
import { bigint, boolean, integer, list, text, timestamptz } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

const word = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy;
const quoted = /"((?:[^"]|"")*)"/y;
const blanks = /[ \t\n\v\f\r]*/y;

/**
 * parse_ident(): the parts of a name in SQL's notation, folded unless quoted. Text after the name
 * is an error unless the call is not strict.
 */
function parseIdentifier(written: string, isStrict: boolean): readonly string[] {
  const bad = (): never => sqlError('22023', `string is not a valid identifier: "${written}"`);
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(written);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const parts: string[] = [];
  for (;;) {
    take(blanks);
    const quote = take(quoted)?.[1];
    const part =
      quote?.replaceAll('""', '"') ??
      take(word)?.[0].replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    if (part === undefined || part === '') return bad();
    parts.push(part);
    take(blanks);
    if (written[at] !== '.') break;
    at += 1;
  }
  return at < written.length && isStrict ? bad() : parts;
}

const digitsOf = (uuid: string) => uuid.replaceAll('-', '');
const isUsual = (digits: string) => /[89ab]/i.test(digits[16] ?? '');
const versionOf = (digits: string) =>
  isUsual(digits) ? Number.parseInt(digits[12] ?? '0', 16) : null;

/** 100 nanoseconds since 1582-10-15 in version 1, milliseconds since 1970 in version 7. */
function uuidMoment(uuid: string): bigint | null {
  const digits = digitsOf(uuid);
  const version = versionOf(digits);
  if (version === 7) return BigInt(`0x${digits.slice(0, 12)}`) * 1000n;
  if (version !== 1) return null;
  const ticks = BigInt(`0x${digits.slice(13, 16)}${digits.slice(8, 12)}${digits.slice(0, 8)}`);
  return ticks / 10n - 12_219_292_800_000_000n;
}

/** The oid of a type by name; null for an unknown name. */
function typeOid(written: string): bigint | null {
  const type = readWrittenType(written);
  const oid = typeInfo(type.isArray ? `_${type.name}` : type.name)?.oid;
  return oid === undefined ? null : BigInt(oid);
}

function findTypeOid(written: string): bigint | null {
  try {
    return typeOid(written);
  } catch {
    return null;
  }
}

export const identifierFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_name_in', [text], text, cutName),
  strictFunction('hotsql_char_in', [text], text, readChar),
  strictFunction('hotsql_char_of', [integer], text, (byte) =>
    byte < -128 || byte > 127 ? sqlError('22003', '"char" out of range') : charOfByte(byte & 0xff),
  ),
  strictFunction('hotsql_char_integer', [text], integer, byteOfChar),
  strictFunction('hotsql_parse_identifier', [text, boolean], list(text), parseIdentifier),
  strictFunction('hotsql_uuid_version', [text], integer, (uuid) => versionOf(digitsOf(uuid))),
  strictFunction('hotsql_uuid_moment', [text], timestamptz, uuidMoment),
  strictFunction('hotsql_type_oid', [text], bigint, typeOid),
  strictFunction('hotsql_find_type_oid', [text], bigint, findTypeOid),
];
