/** A worker whose one task leaves a catalog attached: the clean-up must notice. Run by isolation.test.ts. */
import { runWorker } from '../../dist/engine/worker/run-worker.js';

runWorker({
  executeQuery: async ({ connection }) => {
    await connection.run("ATTACH ':memory:' AS forgotten");
    return 'left a catalog';
  },
});
