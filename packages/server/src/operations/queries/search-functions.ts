import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { LakeTable } from '../../lake/model.ts';
import type { SearchArgument, SearchCall } from '../../plan/types.ts';
import type { IndexDefinition } from '../../search/index-definition.ts';

/** What a call of a search function asks for, before it is known which index answers it. */
export interface AskedSearch {
  /** A table's name, as SQL has them. */
  readonly table: string;
  /** A column's, likewise. */
  readonly column: string;
  readonly indexType: IndexDefinition['indexType'];
  /** Name of the column that the hits are ordered by. */
  readonly score: string;
  /** As the kind of index has it. */
  query(columnId: number): unknown;
}

type Column = NonNullable<LakeTable['version']>['columns'][number];
export type SearchedColumn = Pick<Column, 'id' | 'name' | 'type'>;

/** The table functions that search, by name; `searchFunctions` of the planner lists the same. */
export const readSearch: Readonly<Record<string, (call: SearchCall) => AskedSearch>> = {
  bm25_search(call) {
    const { given, named } = argumentsOf(call, ['score']);
    const [table, column, text, ...more] = given;
    if (typeof table !== 'string' || typeof column !== 'string' || typeof text !== 'string' || more.length > 0) {
      throw badRequest("bm25_search() takes a table, a column and a text: bm25_search('default.main.t', 'c', 'words')");
    }
    const score = named.get('score') ?? 'score';
    if (typeof score !== 'string' || score === '') throw badRequest("'score' of bm25_search() is the name of a column");
    if (Buffer.byteLength(text) > maxTextBytes) {
      throw badRequest(`the text of bm25_search() is larger than ${maxTextBytes} bytes`);
    }
    return { table, column, indexType: 'bm25', score, query: (columnId) => ({ columnId, text }) };
  },
};

/** A word is looked up in every file. */
const maxTextBytes = 16 * 1024;

function argumentsOf({ name, args }: SearchCall, names: readonly string[]) {
  const given: SearchArgument['value'][] = [];
  const named = new Map<string, SearchArgument['value']>();
  for (const argument of args) {
    if (argument.name === null) {
      if (named.size > 0) throw badRequest(`${name}(): arguments without a name come first`);
      given.push(argument.value);
    } else if (names.includes(argument.name) && !named.has(argument.name)) named.set(argument.name, argument.value);
    else throw badRequest(`${name}() has no argument ${printable(argument.name)}, or was given it twice`);
  }
  return { given, named };
}
