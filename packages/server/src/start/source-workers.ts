import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { servesOwnMachine } from '../config/own-machine.ts';
import type { Settings } from '../config/settings.ts';
import { sqlitePath } from '../metadata/open-metadata.ts';
import { parseObjectsUrl } from '../objects/parse-objects-url.ts';
import { type HostRule, type HostRules, parseHostRule } from '../sources/host-rules.ts';
import { SourceWorkers } from '../sources/worker/source-workers.ts';

/** Processes that read sources, with the hosts allowed by the operator. */
export function createSourceWorkers(
  settings: Settings,
  rules: HostRules,
  scratchFolder: string,
  log: Logger,
): SourceWorkers {
  return new SourceWorkers({
    workers: settings.sourceWorkers,
    memoryBytes: settings.sourceMemoryBytes,
    silenceMs: settings.sourceSilenceS * 1000,
    rules,
    scratchFolder,
    onEvent: (event) => log.warn({ event }, 'a process that reads a source had trouble'),
  });
}

/**
 * The hosts that the operator lets the service reach for its users. Throws an Error for an invalid
 * rule.
 */
export function readHostRules(settings: Settings): HostRules {
  return {
    allow: readRules('QUERN_SOURCES_ALLOW', settings.sourcesAllow),
    deny: readRules('QUERN_SOURCES_DENY', settings.sourcesDeny),
    // Only programs on this machine reach such a service.
    loopbackOpen: servesOwnMachine(settings),
    own: ownServers(settings),
    ownPaths: ownPaths(settings),
  };
}

function readRules(variable: string, texts: readonly string[]): HostRule[] {
  return texts.map((text) => {
    const rule = parseHostRule(text);
    const isPointless = variable === 'QUERN_SOURCES_DENY' && rule?.kind === 'folder';
    if (rule === null || isPointless)
      throw new Error(`${variable}: '${text}' is no host name, network or *`);
    return rule;
  });
}

/** Paths of the service's own files on this machine; no connection reads them. */
function ownPaths({ dataDir, metadataUrl, objectsUrl }: Settings): string[] {
  const objects = parseObjectsUrl(objectsUrl, dataDir);
  return [
    resolve(dataDir),
    ...(metadataUrl.startsWith('sqlite:') ? [resolve(sqlitePath(metadataUrl))] : []),
    ...(objects.kind === 'file' ? [resolve(objects.objectsDir)] : []),
  ];
}

/** No connection leads to the service's own metadata. */
function ownServers({ metadataUrl }: Settings): { readonly host: string; readonly port: number }[] {
  if (!metadataUrl.startsWith('postgres') || !URL.canParse(metadataUrl)) return [];
  const { hostname, port } = new URL(metadataUrl);
  return [{ host: hostname, port: port === '' ? 5432 : Number(port) }];
}
