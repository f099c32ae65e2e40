import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';

export interface Option {
  readonly id: string;
  readonly label: string;
}

/** One of several, by a button that opens their list. */
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
      <Button>
        <SelectValue />
        <span className="chevron" aria-hidden="true" />
      </Button>
      <Popover>
        <ListBox items={options}>
          {({ id, label: text }) => (
            <ListBoxItem id={id} textValue={text}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
