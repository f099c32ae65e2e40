import { quoteLiteral } from '../../../kernel/quoting.ts';
import { serviceFunctions } from '../../service-functions.ts';
import { checkCount, type Rule, type Rules, refuseModifiers } from '../call.ts';
import { openNode, refuse, stringValue } from '../tree.ts';

const plain = ({ name, overloads }: (typeof serviceFunctions)[number]): [string, Rule] => {
  const counts = overloads.map(([parameters]) => parameters.split(',').length);
  const rule: Rule = (call, printing) => {
    checkCount(call, Math.min(...counts), Math.max(...counts));
    refuseModifiers(call);
    return printing.serviceFunction(name, ...call.args.map((arg) => printing.value(arg)));
  };
  return [name, rule];
};

/**
 * The stride is an interval, which is otherwise allowed only in a sum, or the text of an interval.
 */
const dateBin: Rule = (call, printing) => {
  checkCount(call, 2, 3);
  refuseModifiers(call);
  const [stride, ...moments] = call.args;
  const { kind, fields } = openNode(stride);
  const text = stringValue(kind === 'interval' ? fields.this : stride);
  if (text === undefined)
    return refuse('DATE_BIN by a computed interval', "write it, as in INTERVAL '5 minutes'");
  return printing.serviceFunction(
    'date_bin',
    quoteLiteral(text),
    ...moments.map((moment) => printing.moment(moment)),
  );
};

/** The service's own functions, equal in every dialect. */
export const serviceRules: Rules = {
  ...Object.fromEntries(serviceFunctions.map(plain)),
  date_bin: dateBin,
};
