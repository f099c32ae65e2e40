import { Label, Select, Text } from 'react-aria-components';
import { ChosenOption, type Option, OptionList } from './option-list.tsx';

interface Properties {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly initial?: string | undefined;
  readonly help?: string | undefined;
  readonly isRequired?: boolean;
  readonly onChange?: (id: string) => void;
}

/** A choice of several values as a line of a form. */
export function ChoiceField({
  name,
  label,
  options,
  initial,
  help,
  isRequired = false,
  onChange,
}: Properties) {
  return (
    <Select
      name={name}
      defaultValue={initial ?? null}
      isRequired={isRequired}
      placeholder="Choose…"
      onChange={(key) => key !== null && onChange?.(String(key))}
    >
      <Label>{label}</Label>
      <ChosenOption />
      {help !== undefined && <Text slot="description">{help}</Text>}
      <OptionList options={options} />
    </Select>
  );
}
