import { Button, Tab, TabList } from 'react-aria-components';
import type { EditorTab, EditorTabs } from './tabs.ts';

interface Properties {
  readonly tabs: EditorTabs;
  readonly open: readonly EditorTab[];
  readonly front: EditorTab;
}

/** The texts that are open. Closing stands beside the list, since a tab can hold no button. */
export function TabBar({ tabs, open, front }: Properties) {
  return (
    <div className="tab-bar">
      <TabList aria-label="Open queries">
        {open.map(({ id, title, saved, sql }) => (
          <Tab key={id} id={id}>
            {title}
            {saved && saved.sql !== sql ? ' •' : ''}
          </Tab>
        ))}
      </TabList>
      <Button
        className="quiet"
        aria-label="New query"
        onPress={() => tabs.add({ databaseId: front.databaseId })}
      >
        +
      </Button>
      <Button
        className="quiet"
        aria-label={`Close ${front.title}`}
        onPress={() => tabs.close(front.id)}
      >
        ×
      </Button>
    </div>
  );
}
