import { catalogLines, viewLines } from './relations.ts';

/** A column of a system table; `type` is PostgreSQL's name of the type. */
export interface RelationColumn {
  readonly name: string;
  readonly type: string;
}

const linesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const space = line.indexOf(' ');
        return [line.slice(0, space), line.slice(space + 1)] as const;
      }),
  );

const tables = linesOf(catalogLines);
const views = linesOf(viewLines);

/** Reads `name/type name`; text is the default type. */
export const readColumns = (line: string): readonly RelationColumn[] =>
  line
    .trim()
    .split(/\s+/)
    .map((column) => {
      const [name = '', type = 'text'] = column.split('/');
      return { name, type };
    });

const columnsOf = (line: string | undefined) =>
  line === undefined ? undefined : readColumns(line);

/** The columns of a table or view of pg_catalog; undefined if there is none. */
export const catalogColumns = (name: string) => columnsOf(tables.get(name));

/** The columns of a view of information_schema; undefined if there is none. */
export const viewColumns = (name: string) => columnsOf(views.get(name));

export const catalogTableNames: readonly string[] = [...tables.keys()];
export const viewNames: readonly string[] = [...views.keys()];
