import { enterWorkspace, useSession } from '../session/session.ts';
import { Picker } from '../ui/picker.tsx';

/** Chooses the workspace; shows only the name of a single workspace. */
export function WorkspacePicker() {
  const { identity, workspaceId } = useSession();
  const options = identity.workspaces.map(({ id, name }) => ({ id, label: name }));
  if (options.length < 2) return <span className="muted workspace">{options[0]?.label}</span>;
  return (
    <Picker
      label="Workspace"
      isLabelHidden
      value={workspaceId}
      options={options}
      onChange={enterWorkspace}
    />
  );
}
