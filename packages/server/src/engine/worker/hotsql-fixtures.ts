import { macroCatalog, macroStatements } from '../../plan/macros.ts';
import { engineFunctions } from '../functions/engine-functions.ts';
import type { SandboxFixtures } from '../sandbox.ts';

/** Functions and macros that printed HotSQL calls besides DuckDB's own. */
export const hotsqlFixtures: SandboxFixtures = {
  catalogs: [macroCatalog],
  functions: engineFunctions,
  statements: macroStatements,
};
