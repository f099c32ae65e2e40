import { Input, Label, Text, TextArea, TextField } from 'react-aria-components';

interface Properties {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
  readonly type?: 'text' | 'password' | 'number' | 'search';
  readonly initial?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean;
  readonly onChange?: (text: string) => void;
}

/** One line of a form, or several lines with `isLong`. */
export function Field({
  name,
  label,
  help,
  isRequired = false,
  isLong = false,
  type = 'text',
  initial,
  placeholder,
  autoFocus = false,
  onChange,
}: Properties) {
  return (
    <TextField
      name={name}
      type={type}
      isRequired={isRequired}
      defaultValue={initial ?? ''}
      autoFocus={autoFocus}
      autoComplete="off"
      {...(onChange && { onChange })}
    >
      <Label>
        {label}
        {isRequired ? '' : <span className="muted"> (optional)</span>}
      </Label>
      {isLong ? (
        <TextArea placeholder={placeholder} />
      ) : (
        <Input placeholder={placeholder} spellCheck={false} />
      )}
      {help !== undefined && <Text slot="description">{help}</Text>}
    </TextField>
  );
}

/** Trimmed text of a field; undefined for an empty field. */
export function textOf(fields: FormData, name: string): string | undefined {
  const text = String(fields.get(name) ?? '').trim();
  return text === '' ? undefined : text;
}
