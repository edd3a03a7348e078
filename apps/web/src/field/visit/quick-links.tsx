import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { Glyph } from '../frame/glyph.tsx';
import { dialled, mapLink, phonesOf } from './links.ts';
import './quick-links.css';

/** The way there, and whom to ring. */
export function QuickLinks({ visit, isWhole = false }: { visit: OwnVisit; isWhole?: boolean }) {
  const phones = phonesOf(visit).slice(0, isWhole ? undefined : 1);
  return (
    <div className="quick-links">
      <a
        className="quick-link"
        href={mapLink(visit.site)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Directions to ${visit.customer.name}`}
      >
        <Glyph name="route" />
        Directions
      </a>
      {phones.map(({ name, phone }) => (
        <PhoneLinks key={phone} name={name} phone={phone} isNamed={isWhole} />
      ))}
    </div>
  );
}

function PhoneLinks({ name, phone, isNamed }: { name: string; phone: string; isNamed: boolean }) {
  return (
    <>
      <a className="quick-link" href={`tel:${dialled(phone)}`} aria-label={`Call ${name}, ${phone}`}>
        <Glyph name="call" />
        <span>{isNamed ? `Call ${name}` : 'Call'}</span>
      </a>
      <a className="quick-link" href={`sms:${dialled(phone)}`} aria-label={`Message ${name}, ${phone}`}>
        <Glyph name="message" />
        Message
      </a>
    </>
  );
}
