import { notFound } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';

export function connectionNotFound(id: string) {
  return notFound(`Connection ${printable(id)} not found`);
}
