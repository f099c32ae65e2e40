import { groupsOf } from '../../../values/decimal.ts';
import { isArray, isObject, JsonNumber, type JsonValue } from './json-value.ts';

/**
 * The byte offset of the array or object `part` in PostgreSQL's storage of `whole`. jsonpath's
 * keyvalue() numbers objects by the offset. Undefined for a value outside `whole`.
 */
export function offsetWithin(whole: JsonValue, part: JsonValue): number | undefined {
  let end = 0;
  let found: number | undefined;
  const align = () => {
    end = Math.ceil(end / 4) * 4;
  };
  const place = (value: JsonValue): void => {
    if (typeof value === 'string') end += Buffer.byteLength(value);
    else if (value instanceof JsonNumber) {
      align();
      end += numericSize(value);
    } else if (isArray(value) || isObject(value)) {
      align();
      if (value === part) found ??= end;
      // A header, and an entry for each key and value.
      const children = isArray(value) ? value : [...value.keys(), ...value.values()];
      end += 4 + 4 * children.length;
      for (const child of children) place(child);
    }
  };
  place(whole);
  return found;
}

function numericSize({ decimal }: JsonNumber): number {
  const { weight, groups } = groupsOf(decimal);
  const isShort = decimal.scale <= 63 && weight >= -64 && weight <= 63;
  return (isShort ? 6 : 8) + 2 * groups.length;
}
