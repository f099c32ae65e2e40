import { quoteIdentifier } from '../../kernel/quoting.ts';

const prefix = 'quern:';

/**
 * A name in the printed text that is the printer's own: of a lambda's parameter, of a table or a
 * column between two queries. DuckDB looks the names of a macro's arguments up where the macro puts
 * them, so a plain `v` there would hide the column `v` of the query. No name of a query begins so
 * (`identifierOf`).
 */
export const ownName = (name: string): string => quoteIdentifier(`${prefix}${name}`);

export const isOwnName = (name: string): boolean => name.toLowerCase().startsWith(prefix);
