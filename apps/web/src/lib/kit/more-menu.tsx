import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is done more rarely, behind three dots. */
export function MoreMenu({
  label = 'More actions',
  children,
}: {
  label?: string;
  /** `Menu.Item`s. */
  children: ReactNode;
}) {
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" c="dimmed" size="lg" aria-label={label}>
          <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
            <path d="M5 10h.1M10 10h.1M15 10h.1" strokeWidth={3} />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
