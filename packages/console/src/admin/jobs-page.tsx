import type { JobStatusResponse } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { countText, timeText } from '../ui/numbers.ts';
import '../styles/data.css';

/** Work in the background: loads, fetches of sources, upkeep. */
export function JobsPage() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['jobs'],
    queryFn: async ({ signal }) => (await client.jobs.list({ limit: 100 }, { signal })).jobs,
    refetchInterval: 3_000,
  });
  return (
    <section className="page">
      <h1>Jobs</h1>
      <Loaded query={query} lines={6}>
        {(jobs) =>
          jobs.length === 0 ? (
            <p className="empty">Nothing ran in the background yet. Large loads and upkeep do.</p>
          ) : (
            <ListTable columns={['Job', 'Status', 'Begun', 'Ended', { number: 'Attempts' }]}>
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ListTable>
          )
        }
      </Loaded>
    </section>
  );
}

function JobRow({ job }: { readonly job: JobStatusResponse }) {
  const client = useClient();
  const isOpen = job.status === 'pending' || job.status === 'running';
  return (
    <tr>
      <td>
        {job.job_type.replaceAll('_', ' ')} <div className="muted small">{job.id}</div>
        {job.error_message && <div className="bad small">{job.error_message}</div>}
        {job.progress && (
          <div className="muted small">
            {countText(job.progress.rows)} rows{isOpen && ' so far'}
          </div>
        )}
      </td>
      <td className={job.status === 'failed' ? 'bad' : job.status === 'succeeded' ? 'good' : ''}>
        {job.status.replaceAll('_', ' ')}
      </td>
      <td className="nowrap">{timeText(job.created_at)}</td>
      <td className="nowrap">{job.completed_at ? timeText(job.completed_at) : ''}</td>
      <td className="number">{job.attempts}</td>
      <td>
        {isOpen && (
          <FormDialog
            label="Cancel"
            title="Cancel this job?"
            action="Cancel the job"
            isDangerous
            act={async () => {
              await client.jobs.cancel({ id: job.id });
              return 'The job is cancelled; what it had not committed is not there.';
            }}
          />
        )}
      </td>
    </tr>
  );
}
