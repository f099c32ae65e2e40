import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { type Expr, textConstant } from '../../resolve/expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { countMacros, hasQuery } from '../printed-facts.ts';
import type { Printing } from '../printing.ts';

/**
 * Members of JSON by literal keys. DuckDB's json_extract() takes a fifth of the time of the
 * worker's own functions. A macro takes its result for texts, whole numbers and words, and asks the
 * worker for the others: DuckDB prints 1.50 as 1.5, and writes nested values without spaces.
 */

/** DuckDB's path reads such a key as it is, and PostgreSQL's path does not take it for an index. */
const plainKey = /^[A-Za-z_][A-Za-z0-9_ -]{0,62}$/;

const longestOperand = 200;

/** A macro names its operand several times, so the operand must be cheap for the planner. */
const isSimple = ({ text }: Expr) =>
  text.length <= longestOperand && countMacros(text) === 0 && !hasQuery(text);

const pathOf = (keys: readonly string[]) =>
  quoteLiteral(`$${keys.map((key) => `."${key}"`).join('')}`);
const listOf = (keys: readonly string[]) => `[${keys.map(quoteLiteral).join(', ')}]`;

type Kind = 'json' | 'jsonb';

/** A part of JSON: the outermost value, and the keys from there. */
interface Place {
  readonly value: string;
  readonly keys: readonly string[];
}

/** Parts of printed texts, kept so that `j -> 'a' -> 'b'` becomes one path. */
const printedPlaces = new WeakMap<Printing, Map<string, Place>>();

function remember(printing: Printing, text: string, place: Place): string {
  const places = printedPlaces.get(printing) ?? new Map<string, Place>();
  printedPlaces.set(printing, places.set(text, place));
  return text;
}

const mostKeys = 16;

function placeOf(printing: Printing, value: Expr, keys: readonly string[]): Place | undefined {
  if (keys.length === 0 || !keys.every((key) => plainKey.test(key))) return undefined;
  if (isSimple(value)) return { value: value.text, keys };
  const outer = printedPlaces.get(printing)?.get(value.text);
  const all = [...(outer?.keys ?? []), ...keys];
  return outer === undefined || all.length > mostKeys
    ? undefined
    : { value: outer.value, keys: all };
}

/** json may have a key twice, of which PostgreSQL takes the last and DuckDB the first. */
const mayRepeat = ({ value, keys }: Place) =>
  [...new Set(keys)]
    .map((key) => quoteLiteral(`"${key}"`))
    .map((key) => `contains(substr(${value}, strpos(${value}, ${key}) + 1), ${key})`)
    .join(' OR ');

function printed({ printing }: Call, place: Place, kind: Kind, isText: boolean): string {
  const { value, keys } = place;
  const [only] = keys;
  const isMember = keys.length === 1 && only !== undefined;
  const name = `${kind}_${isMember ? 'member' : 'at'}${isText ? '_text' : ''}`;
  const guard = kind === 'json' ? [mayRepeat(place)] : [];
  const own = isMember ? quoteLiteral(only) : listOf(keys);
  return remember(printing, printing.macro(name, value, pathOf(keys), own, ...guard), place);
}

const member =
  (kind: Kind, isText: boolean): Implementation =>
  (call) => {
    const [value, key] = call.args;
    const name = key && textConstant(key);
    const place =
      value === undefined || name === undefined ? undefined : placeOf(call.printing, value, [name]);
    if (place !== undefined) return printed(call, place, kind, isText);
    return `hotsql_json_member${isText ? '_text' : ''}(${value?.text}, ${key?.text})`;
  };

/** The texts of a printed list of literals. */
const literalList = /^\[('[\w -]{1,63}'(?:, '[\w -]{1,63}'){0,15})\]$/;

const atPath =
  (kind: Kind, isText: boolean): Implementation =>
  (call) => {
    const [value, path] = call.args;
    const keys =
      literalList
        .exec(path?.text ?? '')?.[1]
        ?.slice(1, -1)
        .split("', '") ?? [];
    const place = value && placeOf(call.printing, value, keys);
    if (place !== undefined) return printed(call, place, kind, isText);
    return `hotsql_json_at${isText ? '_text' : ''}(${value?.text}, ${path?.text})`;
  };

export const memberOperators: Implementations<Implementation> = {
  'json -> text': member('json', false),
  'json ->> text': member('json', true),
  'jsonb -> text': member('jsonb', false),
  'jsonb ->> text': member('jsonb', true),
  'json #> _text': atPath('json', false),
  'json #>> _text': atPath('json', true),
  'jsonb #> _text': atPath('jsonb', false),
  'jsonb #>> _text': atPath('jsonb', true),
};
