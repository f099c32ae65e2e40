import { invariant } from '../kernel/invariant.ts';
import type { SettingKind } from './setting-kinds.ts';

export const MiB = 2 ** 20;
export const GiB = 2 ** 30;
export const dayS = 24 * 60 * 60;

export interface Setting<T> {
  readonly env: string;
  readonly kind: SettingKind<T>;
  readonly doc: string;
  /** The default, computed from earlier rows; null without a default. */
  readonly initial: (known: Readonly<Record<string, unknown>>, machine: Machine) => T | null;
  readonly defaultDoc: string;
  readonly secret?: boolean;
}

/** The machine to which the defaults are fitted. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** A setting whose default is `initial`, in the form that a caller would write. */
export function setting<T>(
  env: string,
  kind: SettingKind<T>,
  initial: string,
  doc: string,
): Setting<T>;
/** A setting with a computed default, or without one; `defaultDoc` describes the default. */
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
