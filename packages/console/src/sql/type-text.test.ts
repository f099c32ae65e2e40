import { expect, test } from 'vitest';
import { typeText } from './type-text.ts';

test('types are named as in SQL, at any depth', () => {
  const names = {
    Int64: 'bigint',
    Utf8: 'text',
    'Decimal128(38, 10)': 'numeric(38,10)',
    'Timestamp(Microsecond, None)': 'timestamp',
    'Timestamp(Microsecond, Some("UTC"))': 'timestamptz',
    'Time64(Nanosecond)': 'time',
    'List(List(Date32))': 'date[][]',
    'List(Decimal128(38, 0))': 'numeric(38,0)[]',
    'Map(Date32, List(Int32))': 'Map(date, integer[])',
    'Struct(t Timestamp(Microsecond, None), i List(Struct(v Utf8)), e Utf8)':
      'Struct(t timestamp, i Struct(v text)[], e text)',
    '': '',
  };
  for (const [arrow, sql] of Object.entries(names)) expect(typeText(arrow)).toBe(sql);
});
