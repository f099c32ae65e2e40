/**
 * DuckDB's type names as a tree. `parseType` reads the spelling of `typeof`, DESCRIBE and
 * @duckdb/node-api (`STRUCT(a INTEGER, "b c" DECIMAL(18,3)[])`). `printType` writes a spelling that
 * DuckDB reads as the same type.
 */
import { badRequest } from '../../kernel/errors.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';

export interface TypeField {
  readonly name: string;
  readonly type: DuckdbType;
}

export type DuckdbType =
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly element: DuckdbType }
  | { readonly kind: 'array'; readonly element: DuckdbType; readonly length: number }
  | { readonly kind: 'struct'; readonly fields: readonly TypeField[] }
  | { readonly kind: 'map'; readonly key: DuckdbType; readonly value: DuckdbType }
  | { readonly kind: 'union'; readonly members: readonly TypeField[] };

export const scalar = (name: string): DuckdbType => ({ kind: 'scalar', name });

/**
 * Other spellings of scalar types. DuckDB prints none of the spellings; declarations and node-api
 * do.
 */
const aliases: Readonly<Record<string, string>> = {
  '"NULL"': 'NULL',
  SQLNULL: 'NULL',
  TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE',
  TIMETZ: 'TIME WITH TIME ZONE',
  DATETIME: 'TIMESTAMP',
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  CHAR: 'VARCHAR',
  BYTEA: 'BLOB',
  BINARY: 'BLOB',
  VARBINARY: 'BLOB',
  BOOL: 'BOOLEAN',
  INT: 'INTEGER',
  REAL: 'FLOAT',
  NUMERIC: 'DECIMAL',
  VARINT: 'BIGNUM',
  BITSTRING: 'BIT',
};

/** Deeper than any real type; keeps a hostile type name from exhausting the stack. */
const maxDepth = 200;

/** The tree of a DuckDB type name. Throws BAD_REQUEST for any other text. */
export function parseType(text: string): DuckdbType {
  const reader = new TypeReader(text);
  const type = reader.type(0);
  reader.end();
  return type;
}

/** The type's name in SQL, names and enum values quoted. */
export function printType(type: DuckdbType): string {
  switch (type.kind) {
    case 'scalar':
      return type.name === 'NULL' ? '"NULL"' : type.name;
    case 'decimal':
      return `DECIMAL(${type.precision},${type.scale})`;
    case 'enum':
      return `ENUM(${type.values.map(quoteLiteral).join(', ')})`;
    case 'list':
      return `${printType(type.element)}[]`;
    case 'array':
      return `${printType(type.element)}[${type.length}]`;
    case 'map':
      return `MAP(${printType(type.key)}, ${printType(type.value)})`;
    case 'struct':
      return `STRUCT(${printFields(type.fields)})`;
    case 'union':
      return `UNION(${printFields(type.members)})`;
  }
}

function printFields(fields: readonly TypeField[]): string {
  const print = ({ name, type }: TypeField) =>
    name === '' ? printType(type) : `${quoteIdentifier(name)} ${printType(type)}`;
  return fields.map(print).join(', ');
}

/** A word of a type name: bare, "quoted" or 'literal'. */
interface Word {
  readonly text: string;
  readonly quote: '' | '"' | "'";
}

class TypeReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a type and the [] or [n] after the type. */
  type(depth: number): DuckdbType {
    if (depth > maxDepth) this.#fail();
    let type = this.#plainType(depth);
    while (this.#accept('[')) {
      const length = this.#number();
      type =
        length === undefined
          ? { kind: 'list', element: type }
          : { kind: 'array', element: type, length };
      this.#expect(']');
    }
    return type;
  }

  end(): void {
    this.#skipSpace();
    if (this.#position < this.#text.length) this.#fail();
  }

  #plainType(depth: number): DuckdbType {
    const words = [this.#typeWord()];
    while (this.#wordFollows()) words.push(this.#typeWord());
    const spelled = words.join(' ');
    const name = aliases[spelled] ?? spelled;
    switch (name) {
      case 'STRUCT':
      case 'ROW':
        return { kind: 'struct', fields: this.#fields(depth) };
      case 'UNION':
        return { kind: 'union', members: this.#fields(depth) };
      case 'MAP': {
        const [key, value] = this.#list(() => this.type(depth + 1));
        return key && value ? { kind: 'map', key, value } : this.#fail();
      }
      case 'ENUM':
        return { kind: 'enum', values: this.#list(() => this.#word().text) };
      case 'DECIMAL':
        return this.#decimal();
      default:
        // The engine treats VARCHAR(3) and GEOMETRY('OGC:CRS84') as the plain types.
        if (this.#peek() === '(') this.#list(() => this.#word());
        return scalar(name);
    }
  }

  /** DECIMAL without parameters is DECIMAL(18,3) in DuckDB. */
  #decimal(): DuckdbType {
    if (this.#peek() !== '(') return { kind: 'decimal', precision: 18, scale: 3 };
    const [precision, scale] = this.#list(() => Number(this.#word().text));
    return { kind: 'decimal', precision: precision ?? this.#fail(), scale: scale ?? 0 };
  }

  #fields(depth: number): TypeField[] {
    return this.#list(() => {
      const start = this.#position;
      const name = this.#word();
      // A field without a name (of `row(1, 2)`) begins with its type. No second word follows,
      // except in TIME(STAMP) WITH TIME ZONE.
      const restIsZone = /^\s+WITH TIME ZONE\b/i.test(
        this.#text.slice(this.#position, this.#position + 20),
      );
      const unnamed = name.quote === '' && (!this.#wordFollows() || restIsZone);
      if (unnamed) this.#position = start;
      return { name: unnamed ? '' : name.text, type: this.type(depth + 1) };
    });
  }

  #list<Item>(item: () => Item): Item[] {
    this.#expect('(');
    const items = [item()];
    while (this.#accept(',')) items.push(item());
    this.#expect(')');
    return items;
  }

  #typeWord(): string {
    const { text, quote } = this.#word();
    return quote === '"' ? quoteIdentifier(text) : text.toUpperCase();
  }

  #wordFollows(): boolean {
    return /[\p{L}\p{N}_"']/u.test(this.#peek());
  }

  #word(): Word {
    const quote = this.#peek();
    if (quote !== '"' && quote !== "'") {
      const pattern = /[^\s,()[\]"']+/y;
      pattern.lastIndex = this.#position;
      const found = pattern.exec(this.#text)?.[0] ?? this.#fail();
      this.#position += found.length;
      return { text: found, quote: '' };
    }
    const pattern = quote === '"' ? /"((?:[^"]|"")*)"/y : /'((?:[^']|'')*)'/y;
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text) ?? this.#fail();
    this.#position += found[0].length;
    return { text: (found[1] ?? '').replaceAll(quote + quote, quote), quote };
  }

  #number(): number | undefined {
    const found = /^\d+/.exec(this.#text.slice(this.#position, this.#position + 10));
    if (!found) return undefined;
    this.#position += found[0].length;
    return Number(found[0]);
  }

  #peek(): string {
    this.#skipSpace();
    return this.#text.charAt(this.#position);
  }

  #accept(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#position += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#accept(character)) this.#fail();
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text.charAt(this.#position))) this.#position += 1;
  }

  #fail(): never {
    throw badRequest(
      `'${this.#text.slice(0, 200)}' is not a type name; use one such as BIGINT or DECIMAL(18,3)`,
    );
  }
}
