import { isIP } from 'node:net';
import type { SourceConfig, SourceProperty, SourceType } from './source.ts';
import { badConfiguration } from './source-error.ts';

export interface ReadConfig {
  /** The part to be stored and shown. Defaults are not filled in, so they may change later. */
  readonly clear: SourceConfig;
  /** Values of secret properties. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Longer than any certificate chain and any password. */
const maxTextLength = 65_536;
/** Longer than any host, user or database. */
const maxNameLength = 1024;

/**
 * Checks a user's configuration and splits it in two parts. A URL is split into properties and not
 * stored. Throws a SourceError of class `configuration`, with a sentence that shows no value of a
 * secret. `given` names secret properties from another source (a stored secret).
 */
export function readConfig(
  type: SourceType,
  raw: Readonly<Record<string, unknown>>,
  given: readonly string[],
): ReadConfig {
  const { urlProperty = 'url' } = type;
  const values = new Map<string, string | number | boolean>();
  for (const [name, value] of Object.entries(raw)) {
    if (value === null || value === undefined) continue;
    const property = type.properties.find((candidate) => candidate.name === name);
    if (!property) throw badConfiguration(unknownProperty(type, name));
    values.set(name, checkValue(property, value));
  }
  const url = values.get(urlProperty);
  if (typeof url === 'string' && type.splitUrl) {
    values.delete(urlProperty);
    for (const [name, value] of Object.entries(type.splitUrl(url))) {
      if (values.has(name))
        throw badConfiguration(
          `'${name}' is given twice, in '${urlProperty}' and by itself; leave one out`,
        );
      const property = type.properties.find((candidate) => candidate.name === name);
      if (property) values.set(name, checkValue(property, value));
    }
  }
  for (const property of type.properties) {
    const value = values.get(property.name);
    if (property.kind === 'text' && typeof value === 'string') checkPlace(property, value);
  }
  const missing = type.properties.filter(
    ({ name, required }) => required && !values.has(name) && !given.includes(name),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `'${name}'`).join(', ');
    throw badConfiguration(`A ${type.name} connection needs ${names} in its config`);
  }
  return divide(type, values);
}

/**
 * The configuration for a driver: the stored part, the secrets, and the defaults of absent
 * properties.
 */
export function completeConfig(
  type: SourceType,
  clear: SourceConfig,
  secrets: Readonly<Record<string, string>>,
): SourceConfig {
  const defaults = type.properties.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(defaults), ...clear, ...secrets };
}

function divide(
  type: SourceType,
  values: ReadonlyMap<string, string | number | boolean>,
): ReadConfig {
  const isSecret = (name: string) =>
    type.properties.some((one) => one.name === name && one.kind === 'secret');
  const clear = [...values].filter(([name]) => !isSecret(name));
  const secrets = [...values]
    .filter(([name]) => isSecret(name))
    .map(([name, value]) => [name, String(value)]);
  return { clear: Object.fromEntries(clear), secrets: Object.fromEntries(secrets) };
}

function unknownProperty(type: SourceType, name: string): string {
  const known = type.properties.map((property) => `'${property.name}'`).join(', ');
  return `A ${type.name} connection has no property '${name.slice(0, 100)}'; it has ${known}`;
}

function checkValue(property: SourceProperty, value: unknown): string | number | boolean {
  const { name, kind } = property;
  if (kind === 'boolean') {
    if (typeof value !== 'boolean') throw badConfiguration(`'${name}' must be true or false`);
    return value;
  }
  if (kind === 'integer') return checkInteger(property, value);
  if (typeof value !== 'string' || value === '')
    throw badConfiguration(`'${name}' must be a text that is not empty`);
  const most = property.format === undefined ? maxTextLength : maxNameLength;
  if (value.length > most) throw badConfiguration(`'${name}' is longer than ${most} characters`);
  if (value.includes('\0')) throw badConfiguration(`'${name}' holds a NUL character`);
  if (property.choices && !property.choices.includes(value)) {
    throw badConfiguration(
      `'${name}' must be one of ${property.choices.map((choice) => `'${choice}'`).join(', ')}`,
    );
  }
  return value;
}

/**
 * Text properties are shown and logged, so a text that may contain a password is refused. The
 * sentences show nothing of the value.
 */
function checkPlace({ name, format }: SourceProperty, value: string): void {
  const hasLogin =
    hasLoginInUrl(value) ||
    (format !== undefined && /^[^:@\s]+:[^\s]+@[^@\s]+$/.test(value)) ||
    (format === 'host' && value.includes('@'));
  if (hasLogin) {
    throw badConfiguration(
      `'${name}' holds a user or a password; give them as properties of their own, and the password where it is kept secret`,
    );
  }
  if (format !== 'host' || isIP(value) !== 0 || hostName.test(value)) return;
  if (value.includes('://')) {
    throw badConfiguration(`'${name}' is a URL; give the name or address of the server alone`);
  }
  if (/^([^:]+|\[.+\]):\d*$/.test(value)) {
    throw badConfiguration(`'${name}' holds a port; give it as 'port'`);
  }
  throw badConfiguration(`'${name}' is no name or address of a server`);
}

/** True if some URL in the text has a user and a password before the `@`; in linear time. */
const hasLoginInUrl = (value: string): boolean =>
  value
    .split('://')
    .slice(1)
    .some((rest) => {
      const [authority = ''] = /^[^/?#\s]*/.exec(rest) ?? [];
      const colon = authority.indexOf(':');
      return colon >= 0 && authority.includes('@', colon);
    });

/** Letters of any language: names may be international. */
const hostName = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u;

/** A number, or digits as text: forms send either. */
function checkInteger(
  { name, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: SourceProperty,
  value: unknown,
): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (
    typeof number !== 'number' ||
    !Number.isInteger(number) ||
    number < minimum ||
    number > maximum
  ) {
    throw badConfiguration(`'${name}' must be a whole number from ${minimum} to ${maximum}`);
  }
  return number;
}
