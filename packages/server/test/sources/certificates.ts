import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** PEM of the authority that signed the others. */
  readonly authority: string;
  /** PEM of an authority that signed nothing here. */
  readonly stranger: string;
  /** PEM of a client called `user`. */
  client(user: string): { readonly cert: string; readonly key: string };
  /** Paths of the server's. */
  readonly server: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** Certificates made for one test, by openssl; the server's is for `name` alone. */
export function makeCertificates(folder: string, name: string): Certificates {
  const run = (...parameters: string[]) =>
    execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = (file: string) => {
    run(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${file}.key`,
      '-out',
      `${file}.pem`,
      '-subj',
      `/CN=${file}`,
      '-days',
      '2',
    );
    return readFileSync(join(folder, `${file}.pem`), 'utf8');
  };
  const signed = (file: string, subject: string, extension: string) => {
    run(
      'req',
      ...newKey,
      '-keyout',
      `${file}.key`,
      '-out',
      `${file}.csr`,
      '-subj',
      `/CN=${subject}`,
    );
    writeFileSync(join(folder, `${file}.ext`), extension);
    run(
      'x509',
      '-req',
      '-in',
      `${file}.csr`,
      '-CA',
      'authority.pem',
      '-CAkey',
      'authority.key',
      '-CAcreateserial',
      '-out',
      `${file}.pem`,
      '-days',
      '2',
      '-extfile',
      `${file}.ext`,
    );
    return { cert: join(folder, `${file}.pem`), key: join(folder, `${file}.key`) };
  };
  const pem = authority('authority');
  const stranger = authority('stranger');
  const server = {
    ...signed('server', name, `subjectAltName=DNS:${name}`),
    ca: join(folder, 'authority.pem'),
  };
  return {
    authority: pem,
    stranger,
    server,
    client(user) {
      const { cert, key } = signed(`client-${user}`, user, 'extendedKeyUsage=clientAuth');
      return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    },
  };
}
