import { discoverTables } from '../remote-files/discover.ts';
import { extractTable } from '../remote-files/extract.ts';
import type { SourceDriver } from '../source.ts';
import { WebFiles } from './web-files.ts';

export const httpsDriver: SourceDriver = {
  async check(context, config) {
    const files = new WebFiles(context, config);
    try {
      for (const table of files.tables()) for (const file of table.files) await files.look(file);
      return { version: 'HTTP' };
    } finally {
      files.close();
    }
  },

  async *discover(context, config, filter) {
    const files = new WebFiles(context, config);
    try {
      const look = files.look.bind(files);
      const tables = files.tables(filter);
      const found = { store: files, tables, look, isOneServer: false, filter };
      yield* discoverTables(context, found);
    } finally {
      files.close();
    }
  },

  async *extract(context, config, request) {
    const files = new WebFiles(context, config);
    try {
      const { schema, table } = request;
      const [named] = files.tables({ schema, table });
      const look = files.look.bind(files);
      const found = named && { ...named, files: await Promise.all(named.files.map(look)) };
      return yield* extractTable(context, files, found, request);
    } finally {
      files.close();
    }
  },
};
