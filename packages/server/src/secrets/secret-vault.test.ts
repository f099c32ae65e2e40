import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SecretVault } from './secret-vault.ts';

const place = { workspaceId: 'work1', secretId: 'secr1', version: 3 };
const value = 'correct horse \u00e9\u{1f600} battery';
const key = randomBytes(32);
const vault = new SecretVault(key);

describe('the vault of secrets', () => {
  test('opens what it sealed, and what it keeps holds nothing of the value', () => {
    const sealed = vault.seal(place, value);
    expect(vault.open(place, sealed)).toBe(value);
    expect(Buffer.from(sealed.sealedValue).includes('correct')).toBe(false);
    expect(vault.seal(place, value).sealedValue).not.toEqual(sealed.sealedValue);
    expect(sealed.sealedValue.length + sealed.wrappedKey.length - Buffer.byteLength(value)).toBe(
      88,
    );
  });

  test('opens nothing at another place', () => {
    const sealed = vault.seal(place, value);
    for (const other of [{ workspaceId: 'work2' }, { secretId: 'secr2' }, { version: 4 }]) {
      expect(() => vault.open({ ...place, ...other }, sealed)).toThrow(/damaged/);
    }
    const { sealedValue } = vault.seal(place, 'another');
    expect(() => vault.open(place, { ...sealed, sealedValue })).toThrow(/damaged/);
  });

  test('refuses every change of a single byte, and every cut', () => {
    const sealed = vault.seal(place, value);
    for (const field of ['wrappedKey', 'sealedValue'] as const) {
      const bytes = Buffer.from(sealed[field]);
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        expect(() => vault.open(place, { ...sealed, [field]: changed })).toThrow(/damaged/);
        expect(() => vault.open(place, { ...sealed, [field]: bytes.subarray(0, at) })).toThrow(
          /damaged/,
        );
      }
    }
  });

  test('goes over to another key, with the former one at hand', () => {
    const sealed = vault.seal(place, value);
    const next = randomBytes(32);
    expect(() => new SecretVault(next).open(place, sealed)).toThrow(/QUERN_FORMER_SECRET_KEYS/);
    const both = new SecretVault(next, [key]);
    expect(both.open(place, sealed)).toBe(value);
    const rewrapped = both.rewrap(place, sealed);
    if (!rewrapped) throw new Error('it was under the former key');
    expect(rewrapped.sealedValue).toBe(sealed.sealedValue);
    expect(new SecretVault(next).open(place, rewrapped)).toBe(value);
    expect(() => vault.open(place, rewrapped)).toThrow(/QUERN_FORMER_SECRET_KEYS/);
    expect(both.rewrap(place, rewrapped)).toBeNull();
  });
});
