import { type KeyObject, sign } from 'node:crypto';

/** A JSON web token (RFC 7519) signed with RS256. */
export function signJwt(header: object, claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT', ...header })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
