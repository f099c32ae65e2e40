import { quoteLiteral } from '../../../kernel/quoting.ts';
import { leastItems, listText } from '../read/constant-list.ts';
import type { Expr } from '../resolve/expr.ts';
import { castLiteral } from './printed-facts.ts';

/** A long list of printed elements as one text, if each is a plain value of the type. */
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
          : castValue(castLiteral(text), engine);
      if (plain === undefined) return undefined;
      values.push(plain);
    }
  }
  return listText(values, engine);
}

/** A number that the type represents exactly as written. */
function plainNumber(value: string, engine: string): string | undefined {
  if (!/^-?\d{1,38}(?:\.\d+)?$/.test(value)) return undefined;
  const [, decimals = ''] = value.split('.');
  const [, scale] = /^DECIMAL\(\d+, ?(\d+)\)$/.exec(engine) ?? [];
  if (scale !== undefined) return decimals.length <= Number(scale) ? value : undefined;
  return /^(?:SMALLINT|INTEGER|BIGINT)$/.test(engine) && decimals === '' ? value : undefined;
}

const castValue = (cast: ReturnType<typeof castLiteral>, engine: string) =>
  cast?.engine === engine && cast.value !== '' ? cast.value : undefined;
