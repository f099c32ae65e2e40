import { macroCatalog, macroStatements } from '../../plan/hotsql/macros.ts';
import type { SandboxFixtures } from '../sandbox.ts';

/** What every worker holds before it is locked: whatever HotSQL's printed text may call. */
export const workerFixtures: SandboxFixtures = { catalogs: [macroCatalog], statements: macroStatements };
