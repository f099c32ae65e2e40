import type { Settings } from '../config/settings.ts';
import { BodyBudget } from './body-budget.ts';
import { BodyPace } from './body-pace.ts';
import { ConnectionShare } from './connection-share.ts';
import type { GaugeReading } from './metrics.ts';

/** The bounds on incoming requests, over all connections of this process. */
export interface Intake {
  readonly budget: BodyBudget;
  readonly pace: BodyPace;
  readonly connections: ConnectionShare;
}

export function createIntake(settings: Settings): Intake {
  const { bodyBytes, clientIdleS, clientBytesPerS, connections } = settings;
  return {
    budget: new BodyBudget(bodyBytes),
    pace: new BodyPace({ idleMs: clientIdleS * 1000, bytesPerS: clientBytesPerS }),
    connections: new ConnectionShare(connections),
  };
}

/** The gauges of the intake for Prometheus. */
export function intakeGauges({ budget, pace, connections }: Intake): GaugeReading[] {
  return [
    { name: 'quern_http_connections', help: 'Open connections', read: () => connections.open },
    {
      name: 'quern_http_connections_refused',
      help: 'Connections closed because there were too many',
      read: () => connections.refused,
    },
    {
      name: 'quern_http_bodies_arriving',
      help: 'Request bodies on their way',
      read: () => pace.arriving,
    },
    {
      name: 'quern_http_body_bytes',
      help: 'Bytes set aside for request bodies',
      read: () => budget.heldBytes,
    },
    {
      name: 'quern_http_bodies_refused',
      help: 'Bodies refused for want of room',
      read: () => budget.refused,
    },
    {
      name: 'quern_http_bodies_slow',
      help: 'Bodies given up because they came too slowly',
      read: () => pace.gaveUp,
    },
  ];
}
