import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema>;

/** Stands for the value of a field while a statement is printed. */
class Place {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

interface Printed {
  readonly compiled: CompiledQuery;
  /** Of each parameter, the field whose value it is. */
  readonly fields: readonly (string | undefined)[];
}

/**
 * A statement that is printed once and run with the values of another row each time. To build and
 * print the statements of a small query by the library took as long as SQLite needs to run them.
 */
export class PrintedStatement<Row extends object, Found = unknown> {
  readonly #fields: readonly (keyof Row & string)[];
  readonly #build: (db: Db, row: Row) => Compilable<Found>;
  /** By the adapter to a database, which its transactions share. */
  readonly #printed = new WeakMap<object, Printed>();

  /** `build` looks at none of the row's values: they are not there while it is printed. */
  constructor(
    fields: readonly (keyof Row & string)[],
    build: (db: Db, row: Row) => Compilable<Found>,
  ) {
    this.#fields = fields;
    this.#build = build;
  }

  /** The statement as `db` prints it, with the values of `row`. */
  of(db: Db, row: Row): CompiledQuery {
    const { adapter } = db.getExecutor();
    let printed = this.#printed.get(adapter);
    if (printed === undefined) {
      printed = this.#print(db);
      this.#printed.set(adapter, printed);
    }
    const { compiled, fields } = printed;
    const values = row as Readonly<Record<string, unknown>>;
    const parameters = fields.map((field, index) =>
      field === undefined ? compiled.parameters[index] : values[field],
    );
    return { ...compiled, parameters };
  }

  /** Runs it; gives the rows that it finds or returns. */
  async find(db: Db, row: Row): Promise<Found[]> {
    return (await db.executeQuery(this.of(db, row) as CompiledQuery<Found>)).rows;
  }

  /** Runs it; gives how many rows it changed. */
  async run(db: Db, row: Row): Promise<bigint> {
    return (await db.executeQuery(this.of(db, row))).numAffectedRows ?? 0n;
  }

  #print(db: Db): Printed {
    const places = Object.fromEntries(this.#fields.map((field) => [field, new Place(field)]));
    const compiled = this.#build(db, places as unknown as Row).compile();
    const fields = compiled.parameters.map((value) =>
      value instanceof Place ? value.field : undefined,
    );
    return { compiled, fields };
  }
}
