import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { canRunPython } from '../../clients/python-environment.ts';
import { startIcebergCatalog } from '../iceberg-catalog.ts';
import { startRelay } from '../relay.ts';
import { documentedTypes } from '../source-fixture.ts';
import { type Subject, typeHeadings, withNulls } from './subject.ts';

export const iceberg: Subject = {
  type: 'iceberg',
  server: 'pyiceberg',
  lane: 'slow',
  isHere: canRunPython(),
  says: { notNull: true, key: true, comments: ['table', 'column'] },
  async start(folder) {
    const documented = documentedTypes(typeHeadings.iceberg);
    const data = join(folder, 'iceberg');
    mkdirSync(data);
    const catalog = await startIcebergCatalog(data, documented);
    await catalog.change('make');
    const relay = await startRelay(Number(new URL(catalog.uri).port));
    const uri = `http://127.0.0.1:${relay.port}/catalog`;
    const secret = 'pass word&';
    return {
      config: { uri, client_id: 'reader', client_secret: secret },
      secrets: [secret],
      wrong: [
        ['secret', { client_secret: 'wrong-password' }, /client_secret|sign in|token/],
        ['warehouse', { warehouse: 'gone' }, /'warehouse'/],
        ['host', { uri: 'http://127.0.0.1:1/catalog' }, /127\.0\.0\.1/],
      ],
      schema: 'main',
      orders: 'orders',
      odd: { schema: 'Odd One', table: 'T.1', row: { 'a b': 1, ü: 'é' } },
      types: { schema: 'main', tables: ['types'], documented: withNulls(documented, 'string') },
      add: () => catalog.change('add'),
      alter: () => catalog.change('alter'),
      drop: () => catalog.change('drop'),
      breakOff: relay.cut,
      mend: relay.mend,
      async stop() {
        await relay.close();
        await catalog.stop();
      },
      own: {
        'has evolved tables joined, and deleted rows left out': async ({
          api,
          connectionId,
          rows,
        }) => {
          const sql = `SELECT count(*), count(e.gone) FROM src.main.evolved e
            JOIN src."Odd One"."T.1" o ON e.share = o."a b" OR e.id > 100`;
          expect(await rows(sql)).toEqual([[2, 1]]);
          const asked = { schema_name: 'main', table_name: 'deleted', data: true };
          const refreshed = await api.post('/v1/refresh', {
            connection_id: connectionId,
            ...asked,
          });
          expect(refreshed.body).toMatchObject({ rows_synced: 89 });
        },
      },
    };
  },
};
