import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components';
import type { Option } from './picker.tsx';

interface Properties {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly initial?: string | undefined;
  readonly help?: string | undefined;
  readonly isRequired?: boolean;
  readonly onChange?: (id: string) => void;
}

/** One of several as a line of a form. */
export function ChoiceField({ name, label, options, initial, help, isRequired = false, onChange }: Properties) {
  return (
    <Select
      name={name}
      defaultValue={initial ?? null}
      isRequired={isRequired}
      placeholder="Choose…"
      onChange={(key) => key !== null && onChange?.(String(key))}
    >
      <Label>{label}</Label>
      <Button>
        <SelectValue />
        <span className="chevron" aria-hidden="true" />
      </Button>
      {help !== undefined && <Text slot="description">{help}</Text>}
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
