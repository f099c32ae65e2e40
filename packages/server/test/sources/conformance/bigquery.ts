import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import type { FieldSchema } from '../../../src/sources/bigquery/schema.ts';
import { arrowStream } from '../arrow-stream.ts';
import { startBigqueryEmulator } from '../bigquery-emulator.ts';
import { arrowOf, fieldOf } from '../bigquery-values.ts';
import { BigqueryWire, rowsMessage, sessionMessage } from '../bigquery-wire.ts';
import { startRelay } from '../relay.ts';
import { documentedTypes } from '../source-fixture.ts';
import { changesBy, type Subject, stampedTable, typeHeadings } from './subject.ts';

/**
 * bqemulator has no authentication, and stores some types in another way. A server that answers as
 * BigQuery documents shows types and the key of a service account.
 */
export const bigquery: Subject = {
  type: 'bigquery',
  server: 'bqemulator',
  lane: 'slow',
  says: { notNull: true, key: false, comments: [] },
  async start() {
    const documented = documentedTypes(typeHeadings.bigquery);
    const server = await startBigqueryEmulator();
    const relay = await startRelay(Number(new URL(server.origin).port));
    const wire = await new BigqueryWire().start();
    serveTypes(
      wire,
      documented.map(({ sourceType, text }, at) => ({
        field: fieldOf(sourceType, `c${at}`),
        text,
      })),
    );
    const project = 'acme-shop';
    const run = (...statements: string[]) => server.run(project, statements);
    for (const datasetId of ['shop', 'Odd_1'])
      await server.post(`/projects/${project}/datasets`, {
        datasetReference: { datasetId },
        location: 'EU',
      });
    await run(
      'CREATE TABLE shop.orders (id INT64 NOT NULL, label STRING, amount FLOAT64)',
      "INSERT INTO shop.orders VALUES (1, 'ü', 0.5), (2, NULL, 1.25)",
      ...stampedTable('TIMESTAMP', 'shop.', 'INT64'),
      'CREATE TABLE Odd_1.`Orders` (`Id` INT64, myColumn STRING)',
      "INSERT INTO Odd_1.`Orders` VALUES (7, 'yes')",
    );
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const key = JSON.stringify({
      ...{ type: 'service_account', client_email: 'me@x', private_key: pem },
      token_uri: `${wire.origin}/token`,
    });
    const ofWire = { project_id: project, host: wire.origin, storage_host: wire.storageOrigin };
    return {
      config: { project_id: project, host: `http://127.0.0.1:${relay.port}` },
      secrets: [String(pem.split('\n')[1])],
      wrong: [
        ['key', { credentials_json: '{"type":"no key"}' }, /credentials_json/],
        ['host', { host: 'http://127.0.0.1:1' }, /127\.0\.0\.1/],
        ['dataset', { dataset: 'gone' }, /dataset/],
      ],
      schema: 'shop',
      orders: 'orders',
      odd: { schema: 'Odd_1', table: 'Orders', row: { Id: 7, myColumn: 'yes' } },
      types: {
        config: { ...ofWire, credentials_json: key },
        ...{ schema: 'shop', tables: ['t'] },
        documented: documented.map(({ sourceType, type, text }) => ({
          ...{ type, text },
          // An array is never null there.
          ...(sourceType.startsWith('ARRAY') ? { absent: '[]' } : {}),
        })),
      },
      add: () => run("INSERT INTO shop.orders VALUES (3, 'c', 2)"),
      changes: changesBy(run, 'shop.'),
      alter: () =>
        run(
          'CREATE OR REPLACE TABLE shop.orders AS SELECT id, DATE "2024-01-01" AS label, amount FROM shop.orders',
        ),
      drop: () => run('DROP TABLE shop.orders'),
      breakOff: relay.cut,
      mend: relay.mend,
      async stop() {
        await relay.close();
        await wire.stop();
        await server.stop();
      },
      own: {
        'takes its key from a stored secret': async ({ api }) => {
          const stored = await api.post('/v1/secrets', { name: 'google_key', value: key });
          expect(stored.status).toBe(201);
          const made = await api.post('/v1/connections', {
            ...{ name: 'stored', source_type: 'bigquery', config: ofWire },
            secret_name: 'google_key',
          });
          expect(made.body.discovery_status).toBe('success');
          expect(wire.called(/^\/token$/).length).toBeGreaterThan(0);
          expect((await api.delete(`/v1/connections/${made.body.id}`)).status).toBe(204);
          expect((await api.delete('/v1/secrets/google_key')).status).toBe(204);
        },
      },
    };
  },
};

/** All of the documented values over the Storage Read API, and a row of nulls. */
function serveTypes(
  wire: BigqueryWire,
  described: readonly { readonly field: FieldSchema; readonly text: string }[],
): void {
  wire.fields = described.map(({ field }) => field);
  const columns = described.map(({ field, text }) => {
    const { type, value } = arrowOf(field, text);
    return { name: field.name, type, values: [value, field.mode === 'REPEATED' ? [] : null] };
  });
  const stream = arrowStream(columns);
  wire.grpc = ({ path }) =>
    path === 'CreateReadSession'
      ? { messages: [sessionMessage(stream)], status: 0 }
      : { messages: [rowsMessage(stream, 2)], status: 0 };
}
