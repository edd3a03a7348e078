import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { siteFields } from '@muster/domain/work/sites/fields';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { CrewField } from '../../../../lib/kit/choices/crew-field.tsx';
import { useCrew } from '../../../../lib/kit/choices/use-crew.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Entry } from '../../../../lib/kit/entry.tsx';
import { FilesSection } from '../../../../lib/kit/files/files-section.tsx';
import { Field } from '../../../../lib/kit/form/field.tsx';
import { EntryForm } from '../../../../lib/kit/form/fields-form.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { TextField } from '../../../../lib/kit/form/text-field.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { MoreMenu } from '../../../../lib/kit/more-menu.tsx';
import type { CustomerRecord, Site } from '../api.ts';
import { customerQuery, setSiteArchived, addSite, editSite } from '../api.ts';
import type { SiteFields } from '../model/site-words.ts';
import {
  addressOf,
  zoneWords,
  fieldsOfSite,
  newSiteFields,
  siteBody,
  siteProblem,
} from '../model/site-words.ts';
import { PlaceFields } from './place-fields.tsx';

interface SitesProps {
  customer: CustomerRecord;
  /** Of the business. */
  zone: string;
  /** What else can be done with a site: `Menu.Item`s. */
  renderMore: (site: Site) => ReactNode;
}

/** Where work is done for a customer. */
export function Sites({ customer, zone, renderMore }: SitesProps) {
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
        <Text c="dimmed">None yet. A job needs a site: where to go and how to get in.</Text>
      )}
      <ul className="entries">
        {sites.map((site) => (
          <li key={site.id}>
            {site.id === edited ? (
              <SiteForm customer={customer} site={site} zone={zone} onClose={close} />
            ) : (
              <SiteEntry site={site} zone={zone} more={renderMore(site)} onEdit={() => setEdited(site.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' && <SiteForm customer={customer} site={undefined} zone={zone} onClose={close} />}
    </DrawerSection>
  );
}

interface SiteEntryProps {
  site: Site;
  zone: string;
  more: ReactNode;
  onEdit: () => void;
}

function SiteEntry({ site, zone, more, onEdit }: SiteEntryProps) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const address = addressOf(site);
  const isArchived = site.archived_at !== null;

  async function setArchived(wanted: boolean) {
    await run({
      what: [site.id, site.version, wanted],
      send: (key) => setSiteArchived(site, wanted, key),
      done: wanted ? 'Site archived.' : 'Site restored.',
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
            {more}
            <Menu.Item disabled={isRunning} onClick={() => void setArchived(!isArchived)}>
              {isArchived ? 'Restore' : 'Archive'}
            </Menu.Item>
          </MoreMenu>
        </Group>
      }
    />
  );
}

interface SiteFormProps {
  customer: CustomerRecord;
  /** Undefined: a new one. */
  site: Site | undefined;
  /** Of the business. */
  zone: string;
  onClose: () => void;
}

function SiteForm({ customer, site, zone, onClose }: SiteFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const first = useFirstFocus();
  const { nameOf } = useCrew();
  const { queryKey } = customerQuery(customer.id);
  const form = useRecordForm<SiteFields, { row: Site; change: number; made: boolean }>({
    place: `site ${site?.id ?? `new ${customer.id}`}`,
    row: site ? fieldsOfSite(site) : newSiteFields(zone),
    send(changed, { version }, key) {
      return site
        ? editSite(site.id, { ...siteBody(changed), version }, key)
        : addSite(customer.id, siteBody(changed), key);
    },
    onSaved(saved) {
      tell('Site saved.', [saved]);
      void queryClient.invalidateQueries({ queryKey });
      onClose();
    },
    onNewer: (newer: Site) =>
      queryClient.setQueryData<CustomerRecord>(
        queryKey,
        (known) =>
          known && { ...known, sites: known.sites.map((one) => (one.id === newer.id ? newer : one)) },
      ),
    asFields: (newer: Site) => fieldsOfSite(newer),
    check: siteProblem,
  });
  const names = (ids: string[]) => ids.map(nameOf).join(', ');
  return (
    <EntryForm
      form={form}
      label={site ? 'Site' : 'New site'}
      verb={site ? 'Save' : 'Add site'}
      onClose={onClose}
      below={
        site && (
          <FilesSection
            of={{ site: site.id }}
            subject="site"
            subjectId={site.id}
            name={site.name || 'this site'}
            around=".entries__form"
            fromOf={({ visit_id }) => (visit_id === null ? undefined : 'from a visit')}
            empty="Floor plans, photos of the meter or the way in: drop them here, or add them."
          />
        )
      }
    >
      <TextField
        form={form}
        name="site_name"
        label="Site name"
        placeholder="Workshop, Unit 4 …"
        most={200}
        inputRef={first}
      />
      <PlaceFields form={form} zone={zone} />
      <Field of={siteFields} form={form} name="access_notes" />
      <Field of={siteFields} form={form} name="hazards" lines={1} />
      <FormField form={form} name="preferred" label="Preferred technicians" words={names}>
        {({ value, set }) => (
          <CrewField
            label="Preferred technicians"
            placeholder="Anyone with the skills"
            value={value}
            onChange={set}
          />
        )}
      </FormField>
      <FormField form={form} name="banned" label="Banned technicians" words={names}>
        {({ value, set }) => (
          <CrewField label="Banned technicians" placeholder="No one" value={value} onChange={set} />
        )}
      </FormField>
    </EntryForm>
  );
}
