import type { ReactNode } from 'react';
import type { Enquiry } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import './facts.css';

/** Everything that was asked, and when. */
export function Facts({ enquiry }: { enquiry: Enquiry }) {
  return (
    <>
      <dl className="facts">
        <Fact name="Email">
          <a href={`mailto:${enquiry.email}`}>{enquiry.email}</a>
        </Fact>
        <Fact name="Phone">
          <a href={`tel:${enquiry.phone.replaceAll(/[^\d+]/g, '')}`}>{enquiry.phone}</a>
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
        {enquiry.lost_reason && <Fact name="Lost because">{enquiry.lost_reason}</Fact>}
      </dl>
      <h3 className="facts__heading">What they wrote</h3>
      {enquiry.notes.trim() ? (
        <p className="facts__notes">{enquiry.notes}</p>
      ) : (
        <p className="facts__none">Nothing beyond the above.</p>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
