import type { TextOptions } from '@quern/client';
import { Field } from '../ui/field.tsx';
import { Picker } from '../ui/picker.tsx';

interface Properties {
  /** Delimiter detected by the preview. */
  readonly found: string | undefined;
  readonly text: TextOptions;
  readonly setText: (text: TextOptions) => void;
}

const names: Readonly<Record<string, string>> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Bars',
};
const encodings = ['utf-8', 'utf-16', 'windows-1252', 'iso-8859-15', 'windows-1250', 'shift_jis'];

/** Options of a CSV file, for a wrong detection; the preview follows. */
export function TextOptionFields({ found, text, setText }: Properties) {
  const set = (option: TextOptions) => {
    const given = Object.entries({ ...text, ...option }).filter(([, value]) => value !== undefined);
    setText(Object.fromEntries(given));
  };
  const isFound =
    found === undefined || text.delimiter !== undefined ? '' : `: ${names[found] ?? found}`;
  return (
    <details>
      <summary>How the file is written</summary>
      <Picker
        label="Columns are separated by"
        value={text.delimiter ?? 'found'}
        options={[
          { id: 'found', label: `What is found${isFound.toLowerCase()}` },
          ...Object.entries(names).map(([id, label]) => ({ id, label })),
        ]}
        onChange={(id) => set({ delimiter: id === 'found' ? undefined : id })}
      />
      <Picker
        label="Decimal sign"
        value={text.decimal ?? '.'}
        options={[
          { id: '.', label: 'Point: 1.5' },
          { id: ',', label: 'Comma: 1,5' },
        ]}
        onChange={(id) => set({ decimal: id === ',' ? ',' : undefined })}
      />
      <Picker
        label="Encoding"
        value={text.encoding ?? 'utf-8'}
        options={encodings.map((id) => ({ id, label: id }))}
        onChange={(id) =>
          set({ encoding: id === 'utf-8' ? undefined : (id as TextOptions['encoding']) })
        }
      />
      <Field
        name="skip"
        label="Lines before the header"
        type="number"
        onChange={(lines) => set({ skip: /^\d{1,6}$/.test(lines) ? Number(lines) : undefined })}
      />
      <Field
        name="null_values"
        label="Texts that are null"
        help="With commas: NA, n/a"
        onChange={(texts) => {
          const nulls = texts
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== '');
          set({ nullValues: nulls.length > 0 ? nulls : undefined });
        }}
      />
      <Field
        name="quote"
        label="Sign around fields"
        placeholder={'"'}
        onChange={(quote) => set({ quote: quote.length === 1 ? quote : undefined })}
      />
      <Field
        name="date_format"
        label="Form of dates"
        placeholder="%d.%m.%Y"
        onChange={(format) => set({ dateFormat: format === '' ? undefined : format })}
      />
    </details>
  );
}
