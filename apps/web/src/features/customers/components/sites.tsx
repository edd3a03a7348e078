import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { Entry } from '../../../lib/kit/entry.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { type CustomerRecord, customerQuery, setSiteArchived, type Site } from '../api.ts';
import { addressOf, zoneWords } from '../model/site-words.ts';
import { SiteForm } from './site-form.tsx';

/** Where work is done for a customer. */
export function Sites({ customer, zone }: { customer: CustomerRecord; zone: string }) {
  /** The site that is being edited; `new` for one that is being added. */
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  const { sites } = customer;
  return (
    <DrawerSection
      title="Sites"
      action={
        edited === undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEdited('new')}>
            Add site
          </Button>
        )
      }
    >
      {sites.length === 0 && edited === undefined && (
        <Text c="dimmed">None yet. A job needs a site: where to go, and how to get in.</Text>
      )}
      <ul className="entries">
        {sites.map((site) => (
          <li key={site.id}>
            {site.id === edited ? (
              <SiteForm customer={customer} site={site} zone={zone} onClose={close} />
            ) : (
              <SiteEntry site={site} zone={zone} onEdit={() => setEdited(site.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' && <SiteForm customer={customer} site={undefined} zone={zone} onClose={close} />}
    </DrawerSection>
  );
}

function SiteEntry({ site, zone, onEdit }: { site: Site; zone: string; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const address = addressOf(site);
  const isArchived = site.archived_at !== null;

  async function setArchived(wanted: boolean) {
    await run({
      what: [site.id, site.version, wanted],
      send: (key) => setSiteArchived(site, wanted, key),
      done: wanted ? 'The site is archived.' : 'The site is back.',
    });
    await queryClient.invalidateQueries({ queryKey: customerQuery(site.customer_id).queryKey });
  }

  return (
    <Entry
      title={site.name || address}
      text={[site.name && address, site.access_notes].filter(Boolean).join(' · ') || 'No access notes'}
      onEdit={onEdit}
      aside={
        <Group gap={4} wrap="nowrap">
          {site.hazards !== '' && (
            <Badge color="attention" title={site.hazards}>
              Hazard
            </Badge>
          )}
          {site.zone !== zone && <Badge color="info">{zoneWords(site.zone)}</Badge>}
          {isArchived && <Badge color="grey">Archived</Badge>}
          <MoreMenu label={`More actions for ${site.name || address}`}>
            <Menu.Item disabled={isRunning} onClick={() => void setArchived(!isArchived)}>
              {isArchived ? 'Restore' : 'Archive'}
            </Menu.Item>
          </MoreMenu>
        </Group>
      }
    />
  );
}
