import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { servesOwnMachine } from '../config/own-machine.ts';
import type { Settings } from '../config/settings.ts';

type MetricsSettings = Pick<Settings, 'healthPort' | 'host' | 'metricsToken' | 'publicUrl'>;

/** True if `/metrics` is refused at the interface's port, because no setting says who may read. */
export const areMetricsClosed = (settings: MetricsSettings): boolean =>
  settings.healthPort === null && settings.metricsToken === null && !servesOwnMachine(settings);

export const howToOpenMetrics =
  'set QUERN_METRICS_TOKEN, or QUERN_HEALTH_PORT for a port of their own';

/**
 * Serves `/metrics` if the metrics have no separate port: openly on this machine, otherwise with a
 * token.
 */
export function addMetricsRoute(
  app: FastifyInstance,
  registry: Registry,
  settings: MetricsSettings,
): void {
  const { healthPort, metricsToken: token } = settings;
  if (healthPort !== null) return;
  app.get('/metrics', async (request, reply) => {
    if (areMetricsClosed(settings)) {
      const said = `metrics are closed at a public address; ${howToOpenMetrics}\n`;
      return reply.code(403).type('text/plain').send(said);
    }
    if (token !== null && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      reply.header('www-authenticate', 'Bearer');
      return reply.code(401).type('text/plain').send('metrics need QUERN_METRICS_TOKEN\n');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Compares digests, so the time reveals nothing of the token. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
