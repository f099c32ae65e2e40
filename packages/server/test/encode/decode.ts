/** Strict readers of the formats, written from their rules and not from the encoders. */
import {
  DataType,
  type Field,
  RecordBatchReader,
  Type,
  tableFromIPC,
  type Vector,
} from 'apache-arrow';

/** RFC 4180 with LF: cells are undefined when empty and unquoted. Throws on anything else. */
export function readCsv(text: string): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [];
  let position = 0;
  while (position < text.length) {
    const row: (string | undefined)[] = [];
    for (;;) {
      const quoted = text[position] === '"';
      const pattern = quoted ? /"((?:[^"]|"")*)"(?=[,\n])/y : /([^",\r\n]*)(?=[,\n])/y;
      pattern.lastIndex = position;
      const cell = pattern.exec(text);
      if (!cell)
        throw new Error(
          `not CSV at ${position}: ${JSON.stringify(text.slice(position, position + 40))}`,
        );
      const content = cell[1] ?? '';
      row.push(quoted ? content.replaceAll('""', '"') : content === '' ? undefined : content);
      position += cell[0].length + 1;
      if (text[position - 1] === '\n') break;
    }
    rows.push(row);
  }
  return rows;
}

/**
 * A GitHub pipe table: header and rows, cells with their escapes undone and `<br>` as a line feed.
 */
export function readMarkdown(text: string): string[][] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no line end');
  const rows = lines.map((line) => {
    if (!line.startsWith('| ') || !line.endsWith(' |')) throw new Error(`not a row: ${line}`);
    // A bar precedes each cell, so an empty cell is a match.
    const cells = ` | ${line.slice(2, -2)}`.match(/ \| ((?:\\.|[^\\|])*?)(?= \| |$)/gs) ?? [];
    return cells.map((cell) => unescapeMarkdown(cell.slice(3)));
  });
  const [rule] = rows.splice(1, 1);
  if (!rule?.every((cell) => cell === '---')) throw new Error('no rule under the header');
  return rows;
}

function unescapeMarkdown(cell: string): string {
  return cell.replaceAll('<br>', '\n').replaceAll(/\\([\\|])/g, '$1');
}

/** JSON with every number as text, so no digit is lost. */
export function readJson(text: string): unknown {
  // A string, or a number to put into quotes with a mark that no text of the tests begins with.
  const marked = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"#${token}"`,
  );
  return JSON.parse(marked);
}

/** The Arrow name of an apache-arrow type, in the contract's spelling. */
export function arrowName(type: DataType): string {
  const units = ['Second', 'Millisecond', 'Microsecond', 'Nanosecond'];
  if (DataType.isBool(type)) return 'Boolean';
  if (DataType.isInt(type)) return `${type.isSigned ? 'Int' : 'UInt'}${type.bitWidth}`;
  if (DataType.isFloat(type)) return `Float${[16, 32, 64][type.precision]}`;
  if (DataType.isDecimal(type)) return `Decimal${type.bitWidth}(${type.precision}, ${type.scale})`;
  if (DataType.isDate(type)) return type.unit === 0 ? 'Date32' : 'Date64';
  if (DataType.isTime(type)) return `Time${type.bitWidth}(${units[type.unit]})`;
  if (DataType.isTimestamp(type)) {
    return `Timestamp(${units[type.unit]}, ${type.timezone ? `Some("${type.timezone}")` : 'None'})`;
  }
  const parts = (type.children ?? []).map((field) => ({
    name: field.name,
    type: arrowName(field.type),
  }));
  if (DataType.isList(type)) return `List(${parts.map((part) => part.type).join()})`;
  if (DataType.isStruct(type))
    return `Struct(${parts.map((part) => `${part.name} ${part.type}`).join(', ')})`;
  if (DataType.isMap(type)) {
    const entry = (type.children[0]?.type.children ?? []) as Field[];
    return `Map(${entry.map((field) => arrowName(field.type)).join(', ')})`;
  }
  return Type[type.typeId] ?? 'unknown';
}

export interface ArrowTable {
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly rowCount: number;
  readonly batchCount: number;
  readonly columns: readonly Vector[];
}

export function readArrow(body: Uint8Array): ArrowTable {
  const table = tableFromIPC(body);
  // The reader's schema: a table without batches loses the first of two columns of one name.
  const fields = RecordBatchReader.from(body).open().schema.fields;
  return {
    names: fields.map((field) => field.name),
    types: fields.map((field) => arrowName(field.type)),
    rowCount: table.numRows,
    batchCount: table.batches.length,
    columns: fields.map((_, index) => table.getChildAt(index)).filter((column) => column !== null),
  };
}

/**
 * The values of a column as plain text where apache-arrow's getters would round (64-bit and decimal
 * values).
 */
export function arrowTexts(column: Vector): (string | null)[] {
  const texts: (string | null)[] = [];
  for (const chunk of column.data) {
    const width = chunk.stride;
    for (let row = 0; row < chunk.length; row += 1) {
      texts.push(chunk.getValid(row) ? wholeText(chunk.values, chunk.type, row, width) : null);
    }
  }
  return texts;
}

/** A number of 64 bits or a decimal, with all its digits. */
export function wholeText(
  values: ArrayLike<unknown>,
  type: DataType,
  row: number,
  width: number,
): string {
  if (!DataType.isDecimal(type)) return String(values[row]);
  let whole = 0n;
  for (let word = width - 1; word >= 0; word -= 1)
    whole = (whole << 32n) | BigInt(Number(values[row * width + word]));
  const signed = BigInt.asIntN(32 * width, whole);
  const digits = (signed < 0n ? -signed : signed).toString().padStart(type.scale + 1, '0');
  const text =
    type.scale === 0 ? digits : `${digits.slice(0, -type.scale)}.${digits.slice(-type.scale)}`;
  return signed < 0n ? `-${text}` : text;
}
