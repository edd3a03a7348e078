import { Anchor, DataList, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Enquiry } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import './facts.css';

/** Everything that the form asked, and when it arrived. */
export function Facts({ enquiry }: { enquiry: Enquiry }) {
  return (
    <>
      <DataList orientation="vertical" className="facts">
        <Fact name="Email">
          <Anchor size="sm" href={`mailto:${enquiry.email}`}>
            {enquiry.email}
          </Anchor>
        </Fact>
        <Fact name="Phone">
          <Anchor size="sm" href={`tel:${enquiry.phone.replaceAll(/[^\d+]/g, '')}`}>
            {enquiry.phone}
          </Anchor>
        </Fact>
        <Fact name="Industry">{enquiry.industry}</Fact>
        <Fact name="Employees">{enquiry.employees_no}</Fact>
        <Fact name="Technicians">{enquiry.technicians_no.toLocaleString('en-AU')}</Fact>
        <Fact name="Licences">{enquiry.licenses_required.toLocaleString('en-AU')}</Fact>
        <Fact name="Received">
          <time dateTime={enquiry.created_at}>{officeMoment(enquiry.created_at)}</time>
        </Fact>
        <Fact name="First contact">
          {enquiry.first_contacted_at ? (
            <time dateTime={enquiry.first_contacted_at}>{officeMoment(enquiry.first_contacted_at)}</time>
          ) : (
            'Not yet'
          )}
        </Fact>
        {enquiry.campaign && <Fact name="Campaign">{enquiry.campaign}</Fact>}
        {enquiry.lost_reason && <Fact name="Reason for loss">{enquiry.lost_reason}</Fact>}
      </DataList>
      <Text component="h3" size="xs" fw={400} c="dimmed" mt="md">
        Message
      </Text>
      {enquiry.notes.trim() ? (
        <p className="facts__message">{enquiry.notes}</p>
      ) : (
        <Text c="dimmed" size="sm">
          No message.
        </Text>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel fz="xs">{name}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
