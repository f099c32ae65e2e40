import { expect, test } from 'vitest';
import { configFields, readConfig } from './config-form.ts';

const schema = {
  type: 'object',
  required: ['host'],
  properties: {
    host: { type: 'string', title: 'Host', description: 'Its name.' },
    port: { type: 'integer', title: 'Port', default: 5432 },
    password: { type: 'string', title: 'Password', format: 'password', writeOnly: true },
    sslmode: { type: 'string', enum: ['disable', 'require'], default: 'require' },
    readonly: { type: 'boolean' },
    schemas: { type: 'array', items: { type: 'string' } },
  },
};

test('a form has the fields of the schema, with their kinds', () => {
  const fields = configFields(schema);
  expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['host', 'text', true],
    ['port', 'number', false],
    ['password', 'secret', false],
    ['sslmode', 'text', false],
    ['readonly', 'boolean', false],
    ['schemas', 'list', false],
  ]);
  expect(fields[3]).toMatchObject({
    label: 'sslmode',
    choices: ['disable', 'require'],
    initial: 'require',
  });
});

test('what is filled in is typed, and what is empty is left out', () => {
  const data = new FormData();
  const filled = {
    host: ' h ',
    port: '1',
    password: ' p ',
    sslmode: '',
    readonly: 'false',
    schemas: 'a, b',
  };
  for (const [name, value] of Object.entries(filled)) data.set(`config.${name}`, value);
  expect(readConfig(configFields(schema), data)).toEqual({
    host: 'h',
    port: 1,
    password: ' p ',
    readonly: false,
    schemas: ['a', 'b'],
  });
});
