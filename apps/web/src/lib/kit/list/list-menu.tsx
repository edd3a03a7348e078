import { Menu } from '@mantine/core';
import type { ImportKind } from '@muster/domain/records';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MoreMenu } from '../more-menu.tsx';

interface ListMenuProps {
  kind: ImportKind;
  /** How the list is filtered and sorted. The table will be alike. */
  search: object;
  canImport: boolean;
  /** What else there is to do: `Menu.Item`s. */
  children?: ReactNode;
}

/** In and out: a list from a table, and the list as a table. */
export function ListMenu({ kind, search, canImport, children }: ListMenuProps) {
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
  return (
    <MoreMenu label={`More actions for ${kind}`}>
      {canImport && (
        <Menu.Item renderRoot={(props) => <Link to="/import/$kind" params={{ kind }} {...props} />}>
          Import {kind}…
        </Menu.Item>
      )}
      <Menu.Item component="a" href={`/services/scheduling/api/v1/${kind}.csv?${query}`} download>
        Export as CSV
      </Menu.Item>
      {children}
    </MoreMenu>
  );
}
