import { Button } from 'react-aria-components';
import { requestIdOf, wordsOf } from '../session/session.ts';

/** An error in the service's words, with the request id for the operator's log. */
export function Problem({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}) {
  const requestId = requestIdOf(error);
  return (
    <div role="alert" className="problem">
      <p>{wordsOf(error)}</p>
      {requestId !== undefined && (
        <p className="muted small">
          Request <code>{requestId}</code>
        </p>
      )}
      {retry && <Button onPress={retry}>Try again</Button>}
    </div>
  );
}
