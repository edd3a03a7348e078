import { Link } from '@tanstack/react-router';
import { createElement } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import type { Mail, MailSummary } from '../api.ts';
import './mail-list.css';
import './mail-view.css';

/**
 * The text version, with its addresses as links. A mail's HTML is written for mail programs with inline styles, which
 * the content security policy of our own pages rightly refuses; and a link can be followed here without a frame.
 */
export function MailView({ mail }: { mail: Mail }) {
  return (
    <article className="mail-view">
      <header>
        <h2>{mail.subject}</h2>
        <p>
          To {mail.to_address}, <time dateTime={mail.created_at}>{moment(mail.created_at)}</time>
        </p>
      </header>
      <div className="mail-view__text">{withLinks(mail.text)}</div>
      {mail.attachment !== null && (
        <p className="mail-view__attachment">
          Attached:{' '}
          <a href={`/services/inbox/api/mails/${mail.id}/attachment`} download>
            {mail.attachment}
          </a>
        </p>
      )}
    </article>
  );
}

/** Odd parts are the addresses, because the pattern captures what it splits at. */
function withLinks(text: string) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/);
  return parts.map((part, at) =>
    at % 2 === 0 ? part : createElement('a', { key: `${at} ${part}`, href: part }, part),
  );
}

export function MailList({ mails }: { mails: MailSummary[] }) {
  return (
    <ul className="mail-list" aria-label="Emails">
      {mails.map(({ id, to_address, subject, created_at }) => (
        <li key={id}>
          <Link to="/inbox" search={{ mail: id }} className="mail-list__mail">
            <span className="mail-list__to">{to_address}</span>
            <time dateTime={created_at}>{moment(created_at)}</time>
            <span className="mail-list__subject">{subject}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
