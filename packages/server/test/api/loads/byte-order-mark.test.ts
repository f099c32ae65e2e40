import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api } from '../../service.ts';
import { sharedService } from '../../shared-service.ts';

const mark = '\ufeff';

/** A text that begins with U+FEFF, which decoders of UTF-8 drop by default. */
describe('a text that begins with a byte order mark', () => {
  let api: Api;
  let database: string;
  beforeAll(async () => {
    api = (await sharedService()).api();
    database = (await api.createDatabase()).id;
    const rows = JSON.stringify([
      { i: 1, v: `${mark}x` },
      { i: 2, v: mark },
      { i: 3, v: `y${mark}` },
    ]);
    const upload = await api.upload(Buffer.from(rows));
    expect((await api.load(database, 'texts', { upload_id: upload })).status).toBe(200);
  });

  const ask = async (sql: string) => {
    const { status, body } = await api.query(database, sql);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };

  test('keeps it in an answer, in what is computed in TypeScript, and as a name', async () => {
    const values = await ask('SELECT v, length(v), ARRAY[v] FROM texts ORDER BY i');
    expect(values.rows).toEqual([
      [`${mark}x`, 2, [`${mark}x`]],
      [mark, 1, [mark]],
      [`y${mark}`, 2, [`y${mark}`]],
    ]);
    const computed = await ask(
      `SELECT initcap(v), to_json(v), '${mark}' || chr(65279) AS "${mark}n" FROM texts WHERE i = 1`,
    );
    expect(computed.rows).toEqual([[`${mark}X`, `"${mark}x"`, mark + mark]]);
    expect(computed.columns[2]).toBe(`${mark}n`);
  });

  test('keeps it in a result of every format, and in a table that is loaded from that', async () => {
    const { result_id } = await ask('SELECT v FROM texts ORDER BY i');
    const read = (format: string) =>
      eventually(async () => {
        const path = `/v1/results/${result_id}?format=${format}`;
        const answer = await api.with({ 'x-database-id': database }).open(path);
        expect(answer.status).toBe(200);
        return Buffer.from(await answer.arrayBuffer());
      });
    const texts = [`${mark}x`, mark, `y${mark}`];
    expect(JSON.parse(String(await read('json'))).rows).toEqual(texts.map((text) => [text]));
    for (const format of ['csv', 'md', 'arrow', 'parquet'])
      for (const text of texts) expect((await read(format)).includes(text)).toBe(true);
    expect((await api.load(database, 'again', { result_id })).status).toBe(200);
    const again = await ask('SELECT v FROM again WHERE v IN (SELECT v FROM texts) ORDER BY v');
    expect(again.rows.map(([text]: [string]) => text).sort()).toEqual([...texts].sort());
  });
});
