import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema>;

/** A placeholder for the value of a field during printing. */
class Place {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

interface Printed {
  readonly compiled: CompiledQuery;
  /** The field of each parameter; undefined for a constant. */
  readonly fields: readonly (string | undefined)[];
}

/**
 * A statement that is printed once and run with the values of many rows. Building and printing the
 * statements of a small query took as long as SQLite needs to run them.
 */
export class PrintedStatement<Row extends object, Found = unknown> {
  readonly #fields: readonly (keyof Row & string)[];
  readonly #build: (db: Db, row: Row) => Compilable<Found>;
  /** Printed texts by database adapter; transactions share the adapter with the database. */
  readonly #printed = new WeakMap<object, Printed>();

  /** `build` must not read the row's values: placeholders stand for them during printing. */
  constructor(
    fields: readonly (keyof Row & string)[],
    build: (db: Db, row: Row) => Compilable<Found>,
  ) {
    this.#fields = fields;
    this.#build = build;
  }

  /** The statement in the form of `db`'s dialect, with the values of `row`. */
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

  /** Runs the statement and returns its rows. */
  async find(db: Db, row: Row): Promise<Found[]> {
    return (await db.executeQuery(this.of(db, row) as CompiledQuery<Found>)).rows;
  }

  /** Runs the statement and returns the number of changed rows. */
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
