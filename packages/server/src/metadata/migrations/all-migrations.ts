import { foundation } from './0001-foundation.ts';
import { databases } from './0002-databases.ts';
import { inlineResults } from './0003-inline-results.ts';
import { forks } from './0004-forks.ts';
import { savedQueries } from './0005-saved-queries.ts';
import { removedDatabases } from './0006-removed-databases.ts';
import { upkeep } from './0007-upkeep.ts';
import { refusedFiles } from './0008-refused-files.ts';
import { storeBinding } from './0009-store-binding.ts';
import { resultChecksums } from './0010-result-checksums.ts';
import { lineage } from './0011-lineage.ts';
import { receiptsByKey } from './0012-receipts-by-key.ts';
import { reusedResults } from './0013-reused-results.ts';
import { secrets } from './0014-secrets.ts';
import { sources } from './0015-sources.ts';
import { embeddingProviders } from './0016-embedding-providers.ts';
import { refreshes } from './0017-refreshes.ts';
import { indexes } from './0018-indexes.ts';
import { indexParts } from './0019-index-parts.ts';
import { runsOfAWorkspace } from './0020-runs-of-a-workspace.ts';
import { embeddingUsage } from './0021-embedding-usage.ts';
import { foundTables } from './0022-found-tables.ts';
import { dialectOfARun } from './0023-dialect-of-a-run.ts';
import { waitingTexts } from './0024-waiting-texts.ts';
import { droppedIndexes } from './0025-dropped-indexes.ts';
import { smallFiles } from './0026-small-files.ts';
import type { Migration } from './migration.ts';

/** All migrations in order; a new migration is added at the end. */
export const allMigrations: readonly Migration[] = [
  foundation,
  databases,
  inlineResults,
  forks,
  savedQueries,
  removedDatabases,
  upkeep,
  refusedFiles,
  storeBinding,
  resultChecksums,
  lineage,
  receiptsByKey,
  reusedResults,
  secrets,
  sources,
  embeddingProviders,
  refreshes,
  indexes,
  indexParts,
  runsOfAWorkspace,
  embeddingUsage,
  foundTables,
  dialectOfARun,
  waitingTexts,
  droppedIndexes,
  smallFiles,
];
