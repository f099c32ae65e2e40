import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface GaugeReading {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  read():
    | number
    | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

export interface HttpMetrics {
  readonly registry: Registry;
  observeRequest(request: { operationId: string; status: number; durationS: number }): void;
  /** Counts a request answered 503 because nothing could be stored. */
  countStorageFailure(reason: string): void;
}

/**
 * Prometheus metrics of one service instance. Nothing is global, so two instances in one process do
 * not mix.
 */
export function createMetrics(gauges: readonly GaugeReading[]): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'quern_' });
  const requests = new Counter({
    name: 'quern_http_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'quern_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [registry],
  });
  const storageFailures = new Counter({
    name: 'quern_storage_failures_total',
    help: 'Requests answered 503 because nothing could be stored or read, by what failed',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const gauge of gauges) registerGauge(registry, gauge);
  return {
    registry,
    countStorageFailure: (reason) => storageFailures.inc({ reason }),
    observeRequest({ operationId, status, durationS }) {
      requests.inc({ operation: operationId, status: String(status) });
      durations.observe({ operation: operationId }, durationS);
    },
  };
}

function registerGauge(registry: Registry, reading: GaugeReading): void {
  new Gauge({
    name: reading.name,
    help: reading.help,
    labelNames: [...(reading.labels ?? [])],
    registers: [registry],
    collect() {
      const value = reading.read();
      if (typeof value === 'number') return this.set(value);
      this.reset();
      for (const row of value) this.set(row.labels, row.value);
    },
  });
}
