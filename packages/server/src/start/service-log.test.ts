import { describe, expect, it } from 'vitest';
import { personalLine } from './service-log.ts';

const entry = { level: 30, time: '2026-01-02T03:04:05.678Z' };
const request = {
  ...entry,
  msg: 'request',
  method: 'GET',
  path: '/v1/databases',
  status: 200,
  duration_ms: 3.2,
  request_id: 'rqst1',
};

describe('the log on a terminal', () => {
  it('tells what happened in a line, without requests that went well', () => {
    expect(personalLine({ ...entry, msg: 'stopping', signal: 'SIGTERM' }, false, false)).toBe(
      '03:04:05 info  stopping  signal=SIGTERM',
    );
    expect(personalLine(request, false, false)).toBeNull();
    expect(personalLine(request, true, false)).toBe('03:04:05 info  GET /v1/databases  200  3 ms');
    expect(personalLine({ ...request, duration_ms: 2000 }, false, false)).toContain('2000 ms');
    const failed = { ...request, level: 40, status: 503, error_code: 'SERVICE_UNAVAILABLE' };
    expect(personalLine(failed, false, false)).toBe(
      '03:04:05 warn  GET /v1/databases  503  3 ms  SERVICE_UNAVAILABLE  rqst1',
    );
    expect(personalLine({ ...entry, msg: 'listening' }, false, false)).toBeNull();
  });

  it('shows errors with their stack, and lets nothing steer the terminal', () => {
    const err = { message: 'no\u001b[2J', stack: 'Error: no\u001b[2J\n    at x' };
    const line = personalLine({ ...entry, level: 50, msg: 'a\u001b[31mb', err }, false, false);
    expect(line).toBe('03:04:05 error a\\u{1b}[31mb\n    Error: no\\u{1b}[2J\n        at x');
    expect(personalLine({ ...entry, level: 50, msg: 'x' }, false, true)).toContain(
      '\u001b[31merror\u001b[0m',
    );
  });
});
