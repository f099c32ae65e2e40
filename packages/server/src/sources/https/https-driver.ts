import { discoverTables } from '../remote-files/discover.ts';
import { extractTable } from '../remote-files/extract.ts';
import { tablesOf } from '../remote-files/file-tables.ts';
import type { SourceDriver } from '../source.ts';
import { WebFiles } from './web-files.ts';

export const httpsDriver: SourceDriver = {
  async check(context, config) {
    const files = new WebFiles(context, config);
    try {
      await files.list();
      return { version: 'HTTP' };
    } finally {
      files.close();
    }
  },

  async *discover(context, config, filter) {
    const files = new WebFiles(context, config);
    try {
      yield* discoverTables(context, files, tablesOf(await files.list(filter), false, filter));
    } finally {
      files.close();
    }
  },

  async *extract(context, config, request) {
    const files = new WebFiles(context, config);
    try {
      const { schema, table } = request;
      const [found] = tablesOf(await files.list({ schema, table }), false, { schema, table });
      return yield* extractTable(context, files, found, request);
    } finally {
      files.close();
    }
  },
};
