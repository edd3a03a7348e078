import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MoreMenu } from '../more-menu.tsx';

interface ListMenuProps {
  kind: 'technicians' | 'customers' | 'jobs';
  /** Where the list comes from as a table, filtered and sorted alike. */
  table: string;
}

/** In and out: a list from a table, and the list as a table. */
export function ListMenu({ kind, table }: ListMenuProps) {
  return (
    <MoreMenu label={`More actions with ${kind}`}>
      <Menu.Item renderRoot={(props) => <Link to="/import/$kind" params={{ kind }} {...props} />}>
        Import {kind}…
      </Menu.Item>
      <Menu.Item component="a" href={table} download>
        Export as CSV
      </Menu.Item>
    </MoreMenu>
  );
}
