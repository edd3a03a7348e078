import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JobRecord } from '../api.ts';
import './job-place.css';

/** Whom a job is for and where, with what has to be known before one goes there. */
export function JobPlace({ job }: { job: JobRecord }) {
  const { customer, site } = job;
  const suburb = [site.suburb, site.region, site.postcode].filter(Boolean).join(' ');
  return (
    <div className="job-place">
      <section aria-label="Customer">
        <h3>Customer</h3>
        <Anchor
          fw={550}
          size="sm"
          renderRoot={(props) => <Link to="/customers/$id" params={{ id: customer.id }} {...props} />}
        >
          {customer.name}
        </Anchor>
        {customer.phone !== '' && (
          <Text>
            <a href={`tel:${customer.phone.replaceAll(/\s/g, '')}`}>{customer.phone}</a>
          </Text>
        )}
        {customer.email !== '' && (
          <Text>
            <a href={`mailto:${customer.email}`}>{customer.email}</a>
          </Text>
        )}
      </section>
      <section aria-label="Site">
        <h3>Site</h3>
        <Text fw={550}>{site.name || site.address || suburb}</Text>
        <Text c="dimmed">{[site.name && site.address, suburb].filter(Boolean).join(', ')}</Text>
        {site.access_notes !== '' && <Text c="dimmed">{site.access_notes}</Text>}
        {site.hazards !== '' && (
          <Text c="attention" fw={550}>
            Hazards: {site.hazards}
          </Text>
        )}
      </section>
    </div>
  );
}
