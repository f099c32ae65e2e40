import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { signIn, signOut, useSession } from '../session/session.ts';
import { notify } from '../ui/toasts.tsx';
import { chooseTheme, type Theme, useTheme } from './theme.ts';

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function AccountMenu() {
  const { identity, token } = useSession();
  const theme = useTheme();
  async function act(key: string) {
    if (key === 'sign-out') return signOut();
    // The menu chooses the theme, so a change elsewhere updates the menu.
    if (key !== 'keep') return;
    await signIn(token, 'browser');
    notify('You stay signed in on this browser until you sign out.');
  }
  return (
    <MenuTrigger>
      <Button className="quiet" aria-label="Account and appearance">
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3.5 17a6.5 6.5 0 0 1 13 0" />
        </svg>
      </Button>
      <Popover placement="bottom end">
        <Menu onAction={(key) => void act(String(key))}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => chooseTheme([...keys][0] as Theme)}
          >
            <Header>Appearance</Header>
            {themes.map(([id, label]) => (
              <MenuItem key={id} id={id} textValue={label}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection>
            <Header>
              {identity.name || 'Token'} ({identity.kind}
              {identity.read_only ? ', reads only' : ''})
            </Header>
            <MenuItem id="keep" textValue="Stay signed in on this browser">
              Stay signed in on this browser
            </MenuItem>
            <MenuItem id="sign-out" textValue="Sign out">
              Sign out
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
