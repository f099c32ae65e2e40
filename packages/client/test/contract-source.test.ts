import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@quern/contract';
import { describe, expect, it } from 'vitest';
import { createClient } from '../src/index.ts';
import { contractSource } from './contract-source.ts';
import { referenceSource } from './reference-source.ts';

const file = fileURLToPath(new URL('../src/generated/contract.ts', import.meta.url));
const reference = fileURLToPath(new URL('../../../docs/reference.md', import.meta.url));

describe('what is generated for the client', () => {
  it('is what the contract says: after a change of the contract, `npm run generate-client`', async () => {
    if (process.env.QUERN_WRITE_CLIENT) {
      await mkdir(new URL('../src/generated/', import.meta.url), { recursive: true });
      await writeFile(file, contractSource());
      await writeFile(reference, referenceSource());
    }
    expect(await readFile(file, 'utf8')).toBe(contractSource());
    expect(await readFile(reference, 'utf8')).toBe(referenceSource());
  });

  it('has a method for each endpoint', () => {
    const client = createClient({ url: 'http://127.0.0.1', token: 'none' }) as unknown as Record<
      string,
      unknown
    >;
    const missing = endpoints.filter(({ operationId }) => {
      const [resource = '', verb = ''] = operationId.split('.');
      const methods = client[resource] as Record<string, unknown> | undefined;
      return typeof methods?.[verb] !== 'function';
    });
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });
});
