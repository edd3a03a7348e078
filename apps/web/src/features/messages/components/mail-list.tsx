import { Link } from '@tanstack/react-router';
import { moment } from '../../../lib/format.ts';
import type { MailSummary } from '../api.ts';
import './mail-list.css';

export function MailList({ mails }: { mails: MailSummary[] }) {
  return (
    <ul className="mail-list" aria-label="Mails">
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
