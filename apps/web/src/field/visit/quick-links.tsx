import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { dialled, isMobile, toRing, type ToRing } from '@muster/domain/work/contacts/rules';
import { Glyph } from '../frame/glyph.tsx';
import { driveWords } from './drive.tsx';
import { mapLink } from './links.ts';
import './quick-links.css';

/** The way there, and whom to ring: a row each, with who they are. */
export function QuickLinks({ visit, isWhole = false }: { visit: OwnVisit; isWhole?: boolean }) {
  const people = toRing(visit, visit.site.id).slice(0, isWhole ? undefined : 1);
  const isThere = visit.progress === 'on site' || visit.progress === 'done';
  return (
    <ul className="reach">
      <li>
        <a className="reach__go" href={mapLink(visit.site)} target="_blank" rel="noreferrer">
          <Glyph name="route" />
          <span>
            <strong>
              Directions<span className="m-hidden"> to {visit.customer.name}</span>
            </strong>
            {!isThere && visit.drive && <small>{driveWords(visit.drive)}</small>}
          </span>
        </a>
      </li>
      {people.map((person) => (
        <li key={person.phone} className="reach__person">
          <Person person={person} />
        </li>
      ))}
    </ul>
  );
}

function Person({ person: { name, phone, who } }: { person: ToRing }) {
  return (
    <>
      <span className="reach__who">
        <strong>{name}</strong>
        <small>
          {who} · {phone.replaceAll(' ', '\u00a0')}
        </small>
      </span>
      {isMobile(phone) && (
        <a className="reach__button" href={`sms:${dialled(phone)}`} aria-label={`Message ${name}, ${phone}`}>
          <Glyph name="message" />
        </a>
      )}
      <a className="reach__button" href={`tel:${dialled(phone)}`} aria-label={`Call ${name}, ${phone}`}>
        <Glyph name="call" />
      </a>
    </>
  );
}
