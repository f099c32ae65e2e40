import { macroCatalog, macroStatements } from '../../plan/macros.ts';
import { engineFunctions } from '../functions/engine-functions.ts';
import type { SandboxFixtures } from '../sandbox.ts';

/** What printed HotSQL calls beside DuckDB's own functions. */
export const hotsqlFixtures: SandboxFixtures = {
  catalogs: [macroCatalog],
  functions: engineFunctions,
  statements: macroStatements,
};
