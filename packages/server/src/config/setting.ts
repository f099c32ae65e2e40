import { invariant } from '../kernel/invariant.ts';
import type { SettingKind } from './setting-kinds.ts';

export const MiB = 2 ** 20;
export const GiB = 2 ** 30;
export const dayS = 24 * 60 * 60;

export interface Setting<T> {
  readonly env: string;
  readonly kind: SettingKind<T>;
  readonly doc: string;
  /** The default, from what is already known (earlier rows); null where there is none. */
  readonly initial: (known: Readonly<Record<string, unknown>>, machine: Machine) => T | null;
  readonly defaultDoc: string;
  readonly secret?: boolean;
}

/** What the defaults are made to fit. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** A setting whose default is `initial`, written as a caller would write it. */
export function setting<T>(
  env: string,
  kind: SettingKind<T>,
  initial: string,
  doc: string,
): Setting<T>;
/** A setting whose default is computed, or none; `defaultDoc` describes it. */
export function setting<T>(
  env: string,
  kind: SettingKind<T>,
  defaultDoc: string,
  initial: Setting<T>['initial'],
  doc: string,
): Setting<T>;
export function setting<T>(
  env: string,
  kind: SettingKind<T>,
  defaultDoc: string,
  ...rest: [doc: string] | [initial: Setting<T>['initial'], doc: string]
): Setting<T> {
  if (rest.length === 2) return { env, kind, defaultDoc, initial: rest[0], doc: rest[1] };
  const parsed = kind.parse(defaultDoc);
  invariant('value' in parsed, `the default of ${env} can be read`);
  return { env, kind, defaultDoc, initial: () => parsed.value, doc: rest[0] };
}

export function required(known: Readonly<Record<string, unknown>>, name: string): number {
  return known[name] as number;
}
