import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName } from '../../kernel/quoting.ts';
import { columnsOfVisible } from '../../plan/hotsql/resolve/visible-catalogs.ts';
import { workerCatalog } from '../sandbox.ts';
import type { QueryCatalog } from './query-request.ts';

const table = quoteName(workerCatalog, 'main', 'shown columns');
/**
 * Larger listings are computed each time, because they would take more memory than the requests are
 * worth.
 */
const mostColumns = 20_000;
/** Places where a text may contain the words of another: dollar quotes and comments. */
const mayHideWords = /\$\w*\$|--|\/\*/;

/**
 * The rows of information_schema.columns, read into memory when a second text reads the same
 * catalogs. The engine computes all columns of each row of the view, value by value, for each text
 * (3,000 rows: 2.0 ms of CPU; a count in the table takes 0.1).
 */
export class ShownColumns {
  readonly #maker: DuckDBConnection;
  #catalogs: readonly QueryCatalog[] | undefined;
  #isRead = false;

  constructor(maker: DuckDBConnection) {
    this.#maker = maker;
  }

  /**
   * The text with the table in place of the view. HotSQL prints the view in one form. In a literal
   * or a name, the form's quotes would be doubled.
   */
  async in(text: string, catalogs: readonly QueryCatalog[]): Promise<string> {
    if (!text.includes(columnsOfVisible) || mayHideWords.test(text)) return text;
    if (this.#catalogs !== catalogs) {
      await this.drop();
      this.#catalogs = catalogs;
      return text;
    }
    if (!this.#isRead) {
      if (columnCount(catalogs) > mostColumns) return text;
      await this.#maker.run(`CREATE TABLE ${table} AS FROM ${columnsOfVisible}`);
      this.#isRead = true;
    }
    return text.replaceAll(columnsOfVisible, table);
  }

  /** The caller runs the function before any change of the catalogs. */
  async drop(): Promise<void> {
    this.#catalogs = undefined;
    if (!this.#isRead) return;
    await this.#maker.run(`DROP TABLE ${table}`);
    this.#isRead = false;
  }
}

function columnCount(catalogs: readonly QueryCatalog[]): number {
  const tables = catalogs.flatMap(({ schemas }) => schemas.flatMap((schema) => schema.tables));
  return tables.reduce((sum, { columns }) => sum + columns.length, 0);
}
