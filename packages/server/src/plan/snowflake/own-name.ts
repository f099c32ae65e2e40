import { quoteIdentifier } from '../../kernel/quoting.ts';

const prefix = 'quern:';

/**
 * A name of the printer's own: of a lambda's parameter, or of a table or column between two
 * queries. DuckDB resolves the names in a macro's arguments inside the macro, so a plain `v` would
 * hide the query's column `v`. No name of a query has this beginning (`identifierOf`).
 */
export const ownName = (name: string): string => quoteIdentifier(`${prefix}${name}`);

export const isOwnName = (name: string): boolean => name.toLowerCase().startsWith(prefix);
