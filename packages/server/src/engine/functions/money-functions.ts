import { printMoney, readMoney } from '../../values/money.ts';
import { bigint, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

/** Amounts of money, represented by PostgreSQL's texts. */
export const moneyFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_money_in', [text], text, (value) => printMoney(readMoney(value))),
  strictFunction('hotsql_money_cents', [text], bigint, readMoney),
  strictFunction('hotsql_money_of', [bigint], text, printMoney),
];
