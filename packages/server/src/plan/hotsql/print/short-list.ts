import { quoteLiteral } from '../../../kernel/quoting.ts';
import { leastItems, listText } from '../read/constant-list.ts';
import type { Expr } from '../resolve/expr.ts';

/** A list of so many printed elements from one text, where each is a plain value of the type. */
export function shortened(elements: readonly Expr[], engine: string): string | undefined {
  if (elements.length < leastItems) return undefined;
  const values: (string | null)[] = [];
  for (const { text, constant } of elements) {
    if (constant?.kind === 'null' || text === `CAST(NULL AS ${engine})`) values.push(null);
    else if (engine === 'VARCHAR') {
      if (constant?.kind !== 'text' || text !== quoteLiteral(constant.value)) return undefined;
      values.push(constant.value);
    } else {
      const plain =
        constant?.kind === 'number'
          ? plainNumber(constant.value, engine)
          : plainValue(text, engine);
      if (plain === undefined) return undefined;
      values.push(plain);
    }
  }
  return listText(values, engine);
}

/** A number that the type holds as it is written. */
function plainNumber(value: string, engine: string): string | undefined {
  if (!/^-?\d{1,38}(?:\.\d+)?$/.test(value)) return undefined;
  const [, decimals = ''] = value.split('.');
  const [, scale] = /^DECIMAL\(\d+, ?(\d+)\)$/.exec(engine) ?? [];
  if (scale !== undefined) return decimals.length <= Number(scale) ? value : undefined;
  return /^(?:SMALLINT|INTEGER|BIGINT)$/.test(engine) && decimals === '' ? value : undefined;
}

/** `CAST('2030-01-31' AS DATE)`, `CAST(5 AS BIGINT)`: what is cast. */
function plainValue(text: string, engine: string): string | undefined {
  const [, date, number, type] =
    /^CAST\((?:'([\w.+: -]+)'|(-?\d+)) AS ([A-Z ]+)\)$/.exec(text) ?? [];
  return type === engine ? (date ?? number) : undefined;
}
