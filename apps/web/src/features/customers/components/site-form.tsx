import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CrewField } from '../../../lib/kit/crew-field.tsx';
import { FilesSection } from '../../../lib/kit/files/files-section.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { TextField } from '../../../lib/kit/form/text-field.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useCrew } from '../../../lib/kit/use-crew.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addSite, type CustomerRecord, customerQuery, editSite, type Site } from '../api.ts';
import { fieldsOfSite, newSiteFields, siteBody, type SiteFields, siteProblem } from '../model/site-words.ts';
import { PlaceFields } from './place-fields.tsx';

interface SiteFormProps {
  customer: CustomerRecord;
  /** Undefined: a new one. */
  site: Site | undefined;
  /** Of the business. */
  zone: string;
  onClose: () => void;
}

export function SiteForm({ customer, site, zone, onClose }: SiteFormProps) {
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
      tell('The site is saved.', [saved]);
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
  const submit = () => void form.submit();
  const names = (ids: string[]) => ids.map(nameOf).join(', ');
  return (
    <div className="entries__form">
      <FormFrame
        label={site ? 'Site' : 'New site'}
        isSaving={form.isSaving}
        onSubmit={submit}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        <Stack gap="sm">
          <TextField
            form={form}
            name="site_name"
            label="Name of the site"
            placeholder="Workshop, Unit 4 …"
            most={200}
            inputRef={first}
          />
          <PlaceFields form={form} zone={zone} />
          <TextField
            form={form}
            name="access_notes"
            label="Access notes"
            placeholder="Keys at the café next door"
            lines={2}
            most={5_000}
          />
          <TextField
            form={form}
            name="hazards"
            label="Hazards"
            placeholder="Dog in the yard"
            lines={1}
            most={5_000}
          />
          <FormField form={form} name="preferred" label="Preferred technicians" words={names}>
            {({ value, set }) => (
              <CrewField
                label="Preferred technicians"
                placeholder="Whoever can"
                value={value}
                onChange={set}
              />
            )}
          </FormField>
          <FormField form={form} name="banned" label="Banned technicians" words={names}>
            {({ value, set }) => (
              <CrewField label="Banned technicians" placeholder="Nobody" value={value} onChange={set} />
            )}
          </FormField>
        </Stack>
        {site && (
          <FilesSection
            of={{ site: site.id }}
            subject="site"
            subjectId={site.id}
            name={site.name || 'this site'}
            around=".entries__form"
            fromOf={({ visit_id }) => (visit_id === null ? undefined : 'from a visit')}
            empty="Floor plans, photos of the meter or the way in: drop them here, or add them."
          />
        )}
        <FormBar form={form} onSubmit={submit} label={site ? 'Save' : 'Add site'} always onCancel={onClose} />
      </FormFrame>
    </div>
  );
}
