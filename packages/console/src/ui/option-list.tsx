import { Button, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';

export interface Option {
  readonly id: string;
  readonly label: string;
}

/** The button of a choice, with the chosen value. */
export function ChosenOption() {
  return (
    <Button>
      <SelectValue />
      <span className="chevron" aria-hidden="true" />
    </Button>
  );
}

/** The list that the button opens. */
export function OptionList({ options }: { readonly options: readonly Option[] }) {
  return (
    <Popover>
      <ListBox items={options}>
        {({ id, label }) => (
          <ListBoxItem id={id} textValue={label}>
            {label}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
