import type { SourceType } from '../source.ts';

export const bigqueryType: SourceType = {
  name: 'bigquery',
  label: 'BigQuery',
  secretProperty: 'credentials_json',
  dialectNames: ['bigquery'],
  readsChanges: true,
  properties: [
    {
      name: 'project_id',
      label: 'Project',
      kind: 'text',
      required: true,
      description: 'Id of the project whose tables are read, and which pays for what is read.',
    },
    {
      name: 'dataset',
      label: 'Dataset',
      kind: 'text',
      required: false,
      description:
        'The only dataset to read; all of the project where absent. Each is a schema of the connection.',
    },
    {
      name: 'region',
      label: 'Location',
      kind: 'text',
      required: false,
      description:
        'Only datasets of this location (US, EU, europe-west3); those of all where absent.',
    },
    {
      name: 'credentials_json',
      label: 'Service account key',
      kind: 'secret',
      required: false,
      description:
        'Key of a service account as the JSON text of its file. It needs the roles BigQuery Data Viewer and BigQuery Job User, ' +
        'and BigQuery Read Session User to be read fast. Only an emulator does without.',
    },
    {
      name: 'max_bytes_billed',
      label: 'Bytes billed at most',
      kind: 'integer',
      required: false,
      minimum: 1,
      description:
        'What a query may be billed for at most; one that would take more fails. Views, external tables and refreshes by a cursor ' +
        'are read by queries, tables are not.',
    },
    {
      name: 'host',
      label: 'Emulator',
      kind: 'text',
      required: false,
      description:
        'Of an emulator on the machine of the service, and of nothing else: http://127.0.0.1:<port> of its REST.',
    },
    {
      name: 'storage_host',
      label: 'Storage emulator',
      kind: 'text',
      required: false,
      description: 'The same of its Storage Read API; without it all is read over REST.',
    },
  ],
};
