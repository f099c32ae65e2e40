import { expect, test } from 'vitest';
import { startService } from '../service.ts';
test('x', async () => {
  const s = await startService(); const api = s.api(); const d = await api.createDatabase({schemas:[{name:'ops'}], default_catalog:'shop'});
  for (const q of ["SELECT schema_name FROM information_schema.schemata WHERE schema_name = 'ops'", "SELECT schema_name FROM information_schema.schemata WHERE schema_name = 'ops_x'","SELECT schema_name FROM information_schema.schemata WHERE schema_name IN ('main', 'sales', 'ops') ORDER BY 1", "SELECT 1 ORDER BY 1","SELECT schema_name FROM information_schema.schemata ORDER BY 1"])
  console.log(q, JSON.stringify((await api.query(d.id, q)).body));
  await s.dispose();
});
