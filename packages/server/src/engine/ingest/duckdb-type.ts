/** A DuckDB type name as a tree. */
export type DuckDbType =
  | { readonly kind: 'plain'; readonly name: string }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'list'; readonly element: DuckDbType }
  | { readonly kind: 'struct'; readonly fields: readonly StructField[] }
  | { readonly kind: 'map'; readonly key: DuckDbType; readonly value: DuckDbType };

export interface StructField {
  readonly name: string;
  readonly type: DuckDbType;
}

/** One spelling for each type: DuckDB's own in DESCRIBE. */
const synonyms = new Map([
  ['INT', 'INTEGER'],
  ['TEXT', 'VARCHAR'],
  ['STRING', 'VARCHAR'],
  ['REAL', 'FLOAT'],
  ['TIMESTAMPTZ', 'TIMESTAMP WITH TIME ZONE'],
  ['TIMETZ', 'TIME WITH TIME ZONE'],
]);

/**
 * Parses a type as DuckDB prints it: `DECIMAL(18,3)`, `STRUCT(a INTEGER, "b c" VARCHAR[])`, `MAP(VARCHAR, BIGINT)`,
 * `INTEGER[3]` (taken as a list, which is what Parquet keeps of it). Throws an Error for anything else.
 */
export function parseDuckDbType(text: string): DuckDbType {
  const reader = new TypeReader(text);
  const type = reader.readType();
  reader.expectEnd();
  return type;
}

/** DuckDB's spelling; `parseDuckDbType` of it gives the same tree. */
export function printDuckDbType(type: DuckDbType): string {
  switch (type.kind) {
    case 'plain':
      return type.name;
    case 'decimal':
      return `DECIMAL(${type.precision},${type.scale})`;
    case 'list':
      return `${printDuckDbType(type.element)}[]`;
    case 'map':
      return `MAP(${printDuckDbType(type.key)}, ${printDuckDbType(type.value)})`;
    case 'struct': {
      const fields = type.fields.map((field) => `"${field.name.replaceAll('"', '""')}" ${printDuckDbType(field.type)}`);
      return `STRUCT(${fields.join(', ')})`;
    }
  }
}

class TypeReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  readType(): DuckDbType {
    let type = this.readBase();
    for (;;) {
      const suffix = /^\[\d*\]/.exec(this.text.slice(this.at));
      if (suffix === null) return type;
      this.at += suffix[0].length;
      type = { kind: 'list', element: type };
    }
  }

  expectEnd(): void {
    if (this.at !== this.text.length) this.fail();
  }

  private readBase(): DuckDbType {
    const name = this.match(/^(TIMESTAMP WITH TIME ZONE|TIME WITH TIME ZONE|[A-Za-z_][A-Za-z_0-9]*)/).toUpperCase();
    if (name === 'STRUCT') return this.readStruct();
    if (name === 'MAP') return this.readMap();
    if ((name === 'DECIMAL' || name === 'NUMERIC') && this.text[this.at] === '(') return this.readDecimal();
    // ENUM('a', 'b') and GEOMETRY('EPSG:4326'): the parameters decide nothing here.
    if (this.text[this.at] === '(') this.match(/^\((?:'(?:[^']|'')*'|[^')])*\)/);
    return { kind: 'plain', name: synonyms.get(name) ?? name };
  }

  private readDecimal(): DuckDbType {
    const [precision, scale] = this.match(/^\(\s*\d+\s*,\s*\d+\s*\)/)
      .slice(1, -1)
      .split(',');
    return { kind: 'decimal', precision: Number(precision), scale: Number(scale) };
  }

  private readStruct(): DuckDbType {
    const fields: StructField[] = [];
    this.match(/^\(/);
    do {
      const name = this.readName();
      this.match(/^ +/);
      fields.push({ name, type: this.readType() });
    } while (this.takeComma());
    this.match(/^\)/);
    return { kind: 'struct', fields };
  }

  private readMap(): DuckDbType {
    this.match(/^\(/);
    const key = this.readType();
    this.match(/^, */);
    const value = this.readType();
    this.match(/^\)/);
    return { kind: 'map', key, value };
  }

  private readName(): string {
    const name = this.match(/^("(?:[^"]|"")*"|[^\s",()]+)/);
    return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
  }

  private takeComma(): boolean {
    const comma = /^, */.exec(this.text.slice(this.at));
    if (comma === null) return false;
    this.at += comma[0].length;
    return true;
  }

  private match(pattern: RegExp): string {
    const found = pattern.exec(this.text.slice(this.at));
    if (found === null) return this.fail();
    this.at += found[0].length;
    return found[0];
  }

  private fail(): never {
    throw new Error(`not a type that DuckDB prints: ${this.text}`);
  }
}
