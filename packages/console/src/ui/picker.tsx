import { Label, Select } from 'react-aria-components';
import { ChosenOption, type Option, OptionList } from './option-list.tsx';

/** A choice of several values, by a button with a list. */
export function Picker({
  label,
  isLabelHidden = false,
  value,
  options,
  placeholder = 'Choose…',
  onChange,
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <Select
      aria-label={isLabelHidden ? label : undefined}
      value={value}
      placeholder={placeholder}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      {!isLabelHidden && <Label>{label}</Label>}
      <ChosenOption />
      <OptionList options={options} />
    </Select>
  );
}
