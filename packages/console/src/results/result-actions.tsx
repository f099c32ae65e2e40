import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { assertReady, readyResult } from '../api/ready-result.ts';
import { hrefTo } from '../router.ts';
import { endIfRefused, serviceUrl, useClient, wordsOf } from '../session/session.ts';
import { notify } from '../ui/toasts.tsx';

const formats = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['md', 'Markdown'],
  ['parquet', 'Parquet'],
  ['arrow', 'Arrow'],
] as const;

/** A clipboard is for so many rows; files are for all. */
const mostCopied = 10_000;

interface Properties {
  readonly databaseId: string;
  readonly resultId: string;
  readonly totalRows: number;
}

/** `copy csv`, `download parquet`, `link`: key of an entry of the menu. */
function useExports({
  databaseId,
  resultId,
  totalRows,
}: Properties): (key: string) => Promise<void> {
  const client = useClient();
  async function read(format: string, limit?: number): Promise<Response> {
    const args = {
      id: resultId,
      database_id: databaseId,
      format,
      ...(limit === undefined ? {} : { limit }),
    };
    const response = await client.fetch('results.get', args);
    if (response.status !== 200) assertReady(await response.json());
    return response;
  }

  async function copy(format: string) {
    const text =
      format === 'json' ? await rowsAsJson() : await (await read(format, mostCopied)).text();
    await navigator.clipboard.writeText(text);
    notify(
      totalRows > mostCopied
        ? `The first ${mostCopied.toLocaleString('en')} rows are copied.`
        : 'Copied.',
    );
  }
  async function rowsAsJson() {
    const args = { id: resultId, database_id: databaseId, limit: mostCopied };
    const { columns, rows } = await readyResult(client, args);
    const objects = (rows ?? []).map((row) =>
      Object.fromEntries((columns ?? []).map((name, index) => [name, row[index]])),
    );
    return JSON.stringify(
      objects,
      (_key, value) => (typeof value === 'bigint' ? String(value) : value),
      1,
    );
  }
  async function download(format: string) {
    const address = URL.createObjectURL(await (await read(format)).blob());
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: `${resultId}.${format}`,
    });
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
  return async (key: string) => {
    const [what, format = ''] = key.split(' ');
    try {
      if (what === 'copy') await copy(format);
      else if (what === 'download') await download(format);
      else {
        await navigator.clipboard.writeText(serviceUrl + hrefTo(['results', databaseId, resultId]));
        notify('The link is copied. Who opens it needs a token for this workspace.');
      }
    } catch (error) {
      endIfRefused(error);
      notify(wordsOf(error));
    }
  };
}

/** The result as a file, as text for other programs, or as a link for other people. */
export function ResultActions(properties: Properties) {
  const act = useExports(properties);
  return (
    <MenuTrigger>
      <Button>
        Export <span className="chevron" aria-hidden="true" />
      </Button>
      <Popover placement="bottom end">
        <Menu onAction={(key) => void act(String(key))} aria-label="Export">
          <MenuSection>
            <Header>Download all rows</Header>
            {formats.map(([id, label]) => (
              <MenuItem key={id} id={`download ${id}`}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection>
            <Header>Copy</Header>
            <MenuItem id="copy csv">Copy as CSV</MenuItem>
            <MenuItem id="copy md">Copy as Markdown</MenuItem>
            <MenuItem id="copy json">Copy as JSON</MenuItem>
            <MenuItem id="link">Copy a link to the result</MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
