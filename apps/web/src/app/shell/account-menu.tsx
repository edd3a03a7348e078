import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Icon } from '@muster/ui/icon';
import { notify } from '@muster/ui/toast';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Session } from '../../features/identity/accounts/api.ts';
import { readPageSettings } from '../../lib/page/page-settings.ts';
import { initialsOf } from '../../lib/kit/initials.ts';
import { leave } from '../leave.ts';
import { NavIcon, type NavIconName } from './nav-icon.tsx';
import './account-menu.css';

const themes: { value: MantineColorScheme; label: string; icon: NavIconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'System', icon: 'system' },
];

export function AccountMenu({ user, onKeys }: { user: Session['user']; onKeys: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({
    mutationFn: leave,
    onError: (error) => notify({ level: 'error', text: error.message }),
  });
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <Menu
      position="bottom-end"
      width={240}
      offset={8}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className="account-menu" fz="sm">
          <span className="account-menu__initials" aria-hidden>
            {initialsOf(name)}
          </span>
          <span className="m-hidden">Account: </span>
          <span className="account-menu__name">{name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="account-menu__who">
          <span className="account-menu__full-name">{name}</span>
          <span>{user.email}</span>
          <span>{roleNames[user.role]}</span>
        </div>
        <Menu.Divider />
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          <Menu.Label>Appearance</Menu.Label>
          {themes.map(({ value, label, icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick={false}
              // The kit keeps the pointer from moving the focus, which would stay at another theme.
              onClick={(event) => event.currentTarget.focus()}
            >
              <span className="account-menu__theme">
                <NavIcon name={icon} />
                {label}
                {value === colorScheme && <Icon name="check" />}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/security" leftSection={<NavIcon name="shield" />}>
          Security
        </Menu.Item>
        {readPageSettings().inbox && (
          <Menu.Item component="a" href="/inbox" leftSection={<NavIcon name="mail" />}>
            Inbox
          </Menu.Item>
        )}
        <Menu.Item leftSection={<NavIcon name="keys" />} onClick={onKeys}>
          Help and keys
        </Menu.Item>
        {user.role === 'technician' ? (
          // Their own page asks about what waits on the phone.
          <Menu.Item component="a" href="/my-day/sign-out" leftSection={<NavIcon name="signOut" />}>
            Sign out
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<NavIcon name="signOut" />} onClick={() => leaving.mutate()}>
            Sign out
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const roleNames: Record<Session['user']['role'], string> = {
  owner: 'Owner',
  dispatcher: 'Dispatcher',
  bookkeeper: 'Bookkeeper',
  technician: 'Technician',
  staff: 'Staff',
};
