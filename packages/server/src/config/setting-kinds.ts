import { withoutEnd } from '../kernel/without-end.ts';

/**
 * The result of reading an environment variable; a problem is a sentence without the variable's
 * name.
 */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

export interface SettingKind<T> {
  /** The form to write, for the documentation. */
  readonly form: string;
  parse(text: string): Parsed<T>;
}

const byteUnits: Record<string, number> = {
  '': 1,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** A byte count: `1048576`, `512MiB`, `8GiB`. */
export function bytes(min: number): SettingKind<number> {
  return {
    form: 'bytes, with KiB, MiB, GiB or TiB',
    parse(text) {
      const match = /^(\d+(?:\.\d+)?)\s*([KMGT]iB)?$/i.exec(text.trim());
      const unit = byteUnits[(match?.[2] ?? '').toUpperCase()];
      if (!match || unit === undefined)
        return { problem: `'${text}' is not a size such as 512MiB or 8GiB` };
      const value = Math.floor(Number(match[1]) * unit);
      if (value < min) return { problem: `${text} is under the minimum of ${min} bytes` };
      if (!Number.isSafeInteger(value)) return { problem: `${text} is too large` };
      return { value };
    },
  };
}

export function integer(min: number, max: number): SettingKind<number> {
  return {
    form: `integer ${min} to ${max}`,
    parse(text) {
      const value = Number(text);
      if (!/^\d+$/.test(text.trim()) || value < min || value > max) {
        return { problem: `'${text}' is not an integer from ${min} to ${max}` };
      }
      return { value };
    },
  };
}

export function choice<const T extends string>(...values: readonly T[]): SettingKind<T> {
  return {
    form: values.join(' | '),
    parse(text) {
      const value = values.find((candidate) => candidate === text.trim());
      return value === undefined
        ? { problem: `'${text}' is none of ${values.join(', ')}` }
        : { value };
    },
  };
}

export const onOff: SettingKind<boolean> = {
  form: 'on | off',
  parse(text) {
    if (text === 'on') return { value: true };
    return text === 'off' ? { value: false } : { problem: `'${text}' is neither on nor off` };
  },
};

/**
 * Any text that `pattern` matches; `what` completes "is not ...". The value is shown only if it is
 * no secret.
 */
export function text(
  pattern: RegExp,
  what: string,
  options: { secret?: boolean } = {},
): SettingKind<string> {
  return {
    form: what,
    parse(value) {
      if (pattern.test(value)) return { value };
      return { problem: options.secret ? `the value is not ${what}` : `'${value}' is not ${what}` };
    },
  };
}

/**
 * Texts between spaces, each matched by `pattern`. The kind suits secrets: a problem quotes no
 * text.
 */
export function words(pattern: RegExp, what: string): SettingKind<readonly string[]> {
  return {
    form: what,
    parse(value) {
      const given = value.split(' ').filter((word) => word !== '');
      return given.every((word) => pattern.test(word))
        ? { value: given }
        : { problem: `the value is not ${what}` };
    },
  };
}

export const origin: SettingKind<string> = {
  form: 'http(s)://host[:port]',
  parse(value) {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (
      !parsed ||
      !/^https?:$/.test(parsed.protocol) ||
      parsed.search ||
      parsed.hash ||
      parsed.username
    ) {
      return { problem: `'${value}' is not an address such as https://quern.example.com` };
    }
    return { value: withoutEnd(value, '/') };
  },
};

/** Origins between spaces, in the form that the URL standard prints them, and `*`. */
export const origins: SettingKind<readonly string[]> = {
  form: 'origins such as https://api.example.com, or *, separated by spaces',
  parse(value) {
    const given = value.split(' ').filter((word) => word !== '');
    const parsed = given.map((word) => (word === '*' ? word : originOf(word)));
    const wrong = parsed.indexOf(null);
    if (wrong >= 0)
      return { problem: `'${given[wrong]}' is no origin such as https://api.example.com` };
    return { value: parsed.filter((word) => word !== null) };
  },
};

function originOf(word: string): string | null {
  const url = URL.canParse(word) ? new URL(word) : null;
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null;
}

export const metadataUrl = text(
  /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
  'sqlite:<path> or postgres://...',
  {
    secret: true,
  },
);
export const objectsUrl = text(
  /^(file:.+|s3:\/\/[^/].*)$/,
  'file:<folder> or s3://bucket/prefix?endpoint=...&region=...',
  {
    secret: true,
  },
);
