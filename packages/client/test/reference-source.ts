import { type Endpoint, endpoints, errorsOf, permissions } from '@quern/contract';

/**
 * The text of `docs/reference.md`: every endpoint with its method of the client, from the contract.
 */
export function referenceSource(): string {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const sections = tags.map((tag) => {
    const rows = endpoints.filter((endpoint) => endpoint.tag === tag).map(rowOf);
    return `## ${tag}\n\n| endpoint | method of the client | what it does | tokens | errors |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Reference

Every endpoint, made from the contract by \`npm run generate-client\`. The command line has them as \`quern <resource> <verb>\`; \`/docs/api\` of a running service shows
their fields; settings are in [settings.md](settings.md), what callers may rely on in [contract/](contract/README.md). Errors that all share (400, 401, 403, 429, 500, 503) are
not repeated: [errors](contract/errors.md#codes).

${sections.join('\n')}`;
}

const sharedStatuses = new Set([400, 401, 403, 429, 500, 503]);

function rowOf(endpoint: Endpoint): string {
  const errors = errorsOf(endpoint).filter(
    ({ status }) => !sharedStatuses.has(status) && ![408, 413, 415].includes(status),
  );
  const told = errors.map(({ status, when }) => `${status}: ${when}`).join('; ');
  const cells = [
    `\`${endpoint.method} ${endpoint.path}\``,
    `\`${endpoint.operationId}\``,
    endpoint.summary,
    permissions[endpoint.permission].tokens.join(', '),
    told,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
