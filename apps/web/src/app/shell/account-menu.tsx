import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { notify } from '@muster/ui/toast';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '../../features/accounts/api.ts';
import type { Session } from '../../features/accounts/api.ts';
import { roleNames } from '../../features/accounts/model/roles.ts';
import { readPageSettings } from '../../lib/page-settings.ts';
import { NavIcon } from './nav-icon.tsx';
import type { NavIconName } from './nav-icon.tsx';
import './account-menu.css';

const themes: { value: MantineColorScheme; label: string; icon: NavIconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'As the system', icon: 'system' },
];

export function AccountMenu({ user }: { user: Session['user'] }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => location.assign('/login'),
    onError: (error) => notify({ level: 'error', text: error.message }),
  });
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <Menu position="bottom-end" width={240} offset={8}>
      <Menu.Target>
        <UnstyledButton className="account-menu" aria-label={`Account: ${name}`}>
          <span className="account-menu__initials" aria-hidden>
            {user.first_name.charAt(0)}
            {user.last_name.charAt(0)}
          </span>
          <span className="account-menu__name">{name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="account-menu__who">
          <strong>{name}</strong>
          <span>{user.email}</span>
          <span>{roleNames[user.role]}</span>
        </div>
        <Menu.Divider />
        <Menu.Label id="theme-label">Appearance</Menu.Label>
        {themes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<NavIcon name={icon} />}
            onClick={() => setColorScheme(value)}
            closeMenuOnClick={false}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {readPageSettings().inbox && (
          <Menu.Item component="a" href="/inbox" leftSection={<NavIcon name="mail" />}>
            Inbox
          </Menu.Item>
        )}
        <Menu.Item leftSection={<NavIcon name="signOut" />} onClick={() => leaving.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
