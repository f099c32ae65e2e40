import { badRequest, QuernError } from '../../kernel/errors.ts';
import { findJsonFault, type JsonFault } from './find-json-fault.ts';

const faults: readonly (readonly [said: RegExp, kind: JsonFault['kind']])[] = [
  [/is not valid JSON/, 'syntax'],
  [/ is not UTF-8;/, 'encoding'],
  [/ twice in one object$/, 'key twice'],
  [/ are not objects;/, 'no object'],
];

/** The refusal of a JSON file with the place of the fault, where the place is found. */
export async function withJsonPlace(error: unknown, path: string): Promise<unknown> {
  if (!(error instanceof QuernError) || error.code !== 'BAD_REQUEST') return error;
  const kind = faults.find(([said]) => said.test(error.message))?.[1];
  const fault = kind === undefined ? null : await findJsonFault(path, kind);
  if (fault === null || fault.kind !== kind) return error;
  const { line, column, element } = fault;
  const inArray = element === null ? '' : `, in element ${element} of its array`;
  const place = `column ${column}${inArray}`;
  const said =
    kind === 'no object'
      ? `${error.message}; the first other value is at line ${line}, ${place}`
      : `${error.message.replace(/^(?:Line \d+ of the|The) JSON file/, `Line ${line} of the JSON file`)} (at ${place})`;
  return badRequest(said, error);
}
