import { LAST_PAGE, PAGE_SIZE } from '@muster/domain/enquiries/paging';
import { Link } from '@tanstack/react-router';
import type { EnquiryPage } from '../api.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import './pager.css';

export function Pager({ page: { page, total, rows }, search }: { page: EnquiryPage; search: OfficeSearch }) {
  const last = Math.min(LAST_PAGE, Math.ceil(total / PAGE_SIZE));
  if (last <= 1) return null;
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav className="pager" aria-label="Pages">
      <PageLink to={page - 1} last={last} search={search} label="Previous" />
      <p>
        {first.toLocaleString('en-AU')} to {(first + rows.length - 1).toLocaleString('en-AU')}
      </p>
      <PageLink to={page + 1} last={last} search={search} label="Next" />
    </nav>
  );
}

interface PageLinkProps {
  to: number;
  last: number;
  search: OfficeSearch;
  label: string;
}

function PageLink({ to, last, search, label }: PageLinkProps) {
  const look = 'm-button m-button--secondary m-button--small';
  if (to < 1 || to > last) {
    return (
      <span className={look} aria-disabled="true">
        {label}
      </span>
    );
  }
  return (
    <Link
      to="/office"
      search={changed(search, { page: to === 1 ? undefined : to })}
      activeOptions={{ exact: true }}
      className={look}
    >
      {label}
    </Link>
  );
}
