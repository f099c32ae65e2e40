import { type JsonObject, type JsonValue, readJson } from '../json/json-value.ts';
import { evaluatePath } from './evaluate-path.ts';
import { ItemPrinter } from './item-printer.ts';
import { isPathError } from './path-error.ts';
import type { JsonPath } from './path-syntax.ts';

/** The row path of a JSON_TABLE, with the paths of its NESTED PATHs. */
export interface RowPath {
  readonly path: string;
  /** True with ERROR ON ERROR. Otherwise a value that does not fit has no rows. */
  readonly raises: boolean;
  readonly nested: readonly RowPath[];
}

type Row = readonly (string | null)[];

/**
 * Two columns for each path, in the order of the tree: the JSON text of the item, and its number
 * among the items, from 1.
 */
export function jsonTableRows(
  json: string,
  root: RowPath,
  variables: JsonObject,
  pathOf: (text: string) => JsonPath,
): readonly Row[] {
  const rowsOf = (plan: RowPath, item: JsonValue, length: number): Row[] => {
    const printer = new ItemPrinter(item, length);
    return itemsOf(plan, item).flatMap((found, index): Row[] => {
      // A time is a string outside its path, as in SQL.
      const text = printer.print(found);
      const own: Row = [text, String(index + 1)];
      const widths = plan.nested.map(widthOf);
      const below = plan.nested.flatMap((nested, at) =>
        rowsOf(nested, readJson(text), text.length).map(
          (row): Row => [
            ...nothing(sum(widths.slice(0, at))),
            ...row,
            ...nothing(sum(widths.slice(at + 1))),
          ],
        ),
      );
      return below.length === 0
        ? [[...own, ...nothing(sum(widths))]]
        : below.map((row): Row => [...own, ...row]);
    });
  };
  const itemsOf = (plan: RowPath, item: JsonValue): readonly JsonValue[] => {
    try {
      return [
        ...evaluatePath(pathOf(plan.path), {
          root: item,
          variables,
          numbersVariables: true,
          zoned: true,
        }),
      ];
    } catch (thrown) {
      if (!plan.raises && isPathError(thrown)) return [];
      throw thrown;
    }
  };
  return rowsOf(root, readJson(json), json.length);
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
const widthOf = ({ nested }: RowPath): number => 2 + sum(nested.map(widthOf));
const nothing = (width: number): Row => new Array<null>(width).fill(null);
