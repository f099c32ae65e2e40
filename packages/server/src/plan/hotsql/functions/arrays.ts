import { integerConstant, textConstant } from '../expr.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { refuse } from '../refusal.ts';

export const arrayFunctions: Implementations<Implementation> = {
  'array_append(anycompatiblearray,anycompatible)': 'list_append($1, $2)',
  'array_cat(anycompatiblearray,anycompatiblearray)': 'list_concat($1, $2)',
  'array_length(anyarray,int4)': printLength,
  'array_position(anycompatiblearray,anycompatible)': 'list_position($1, $2)',
  'array_prepend(anycompatible,anycompatiblearray)': 'list_prepend($1, $2)',
  'array_to_string(anyarray,text)': ({ args, printing }) =>
    printing.macro('array_to_string', ...args.map(({ text }) => text)),
  'cardinality(anyarray)': 'CAST(len($1) AS INTEGER)',
  'string_to_array(text,text)': printSplit,
};

function printLength({ args: [array, dimension], location }: Call): string {
  if (dimension === undefined || integerConstant(dimension) !== 1) {
    return refuse('array_length() of a dimension other than 1', location);
  }
  return `CAST(nullif(len(${array?.text ?? ''}), 0) AS INTEGER)`;
}

function printSplit({ printing, args: [text, delimiter], location }: Call): string {
  if (!(delimiter && textConstant(delimiter))) return refuse('string_to_array() with a delimiter that is no literal', location);
  return printing.macro('string_to_array', text?.text ?? '', delimiter.text);
}
