import { Text } from '@mantine/core';
import { customerFields } from '@muster/domain/work/customers/fields';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts, linesOf } from '../../../../lib/kit/drawer/reading.tsx';
import { PhoneLink } from '../../../../lib/kit/phone-link.tsx';
import type { CustomerRecord } from '../api.ts';
import { addressOf } from '../model/site-words.ts';
import { CustomerJobs } from './customer-jobs.tsx';

const shown = ['phone', 'email', 'abn', 'tags', 'note'] as const;

/** A customer for whoever keeps the books: all that is known of them, and nothing to press. */
export function CustomerReading({ customer }: { customer: CustomerRecord }) {
  const { contacts, sites } = customer;
  const lines = linesOf(customerFields, customer, shown).filter(({ value }) => value !== '');
  return (
    <>
      <DrawerSection title="Contact details">
        {lines.length === 0 && <Text c="dimmed">No phone, no email.</Text>}
        <Facts>
          {lines.map(({ name, label, value }) => (
            <Fact key={name} label={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      </DrawerSection>
      {contacts.length > 0 && (
        <DrawerSection title="Contacts">
          <Facts>
            {contacts.map(({ id, name, role, phone, email }) => (
              <Fact key={id} label={role === '' ? name : `${name}, ${role}`}>
                {phone !== '' && <PhoneLink number={phone} />}
                {phone !== '' && email !== '' && ' · '}
                {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
                {phone === '' && email === '' && 'No phone, no email'}
              </Fact>
            ))}
          </Facts>
        </DrawerSection>
      )}
      <DrawerSection title="Sites">
        {sites.length === 0 && <Text c="dimmed">None yet.</Text>}
        {sites.map((site) => (
          <Text key={site.id}>{[site.name, addressOf(site)].filter(Boolean).join(' · ')}</Text>
        ))}
      </DrawerSection>
      <CustomerJobs customer={customer} canAdd={false} />
    </>
  );
}
