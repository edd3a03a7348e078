import { Link } from '@tanstack/react-router';
import type { EnquiryRow } from '../api.ts';
import { licences } from '../model/history-words.ts';
import { Due } from './due.tsx';
import { StateTag } from './state-tag.tsx';
import './enquiry-card.css';

interface EnquiryCardProps {
  enquiry: EnquiryRow;
  /** Where the place does not tell it already. */
  withState?: boolean;
}

export function EnquiryCard({ enquiry, withState = false }: EnquiryCardProps) {
  const { id, name, reference, industry, licenses_required, owner, state, overdue } = enquiry;
  return (
    <Link
      to="/office/enquiries/$id"
      params={{ id }}
      className="enquiry-card"
      data-overdue={overdue}
      preload={false}
    >
      <span className="enquiry-card__name">{name}</span>
      <span className="enquiry-card__about">
        {industry}, {licences(licenses_required)}
      </span>
      <span className="enquiry-card__line">
        {withState ? (
          <StateTag state={state} />
        ) : (
          <span className="enquiry-card__reference">{reference}</span>
        )}
        <Due enquiry={enquiry} />
      </span>
      <span className="enquiry-card__owner">{owner ? owner.name : 'Nobody yet'}</span>
    </Link>
  );
}
