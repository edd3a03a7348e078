import type { Sort } from '@muster/domain/enquiries/schema';
import { Link } from '@tanstack/react-router';
import type { EnquiryRow } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { Due } from './due.tsx';
import { StateTag } from './state-tag.tsx';
import './enquiry-table.css';

interface EnquiryTableProps {
  rows: EnquiryRow[];
  search: OfficeSearch;
}

export function EnquiryTable({ rows, search }: EnquiryTableProps) {
  return (
    <table className="enquiry-table">
      <caption className="m-hidden">Enquiries</caption>
      <thead>
        <tr>
          <th scope="col">State</th>
          <SortHead label="Name" up="name" down="-name" search={search} />
          <th scope="col">Industry</th>
          <SortHead label="Licences" up="licences" down="-licences" search={search} isNumber />
          <th scope="col">Owner</th>
          <SortHead label="Due" up="due" down="-due" search={search} />
          <SortHead label="Received" up="oldest" down="newest" search={search} isUsual />
        </tr>
      </thead>
      <tbody>
        {rows.map((enquiry) => (
          <tr key={enquiry.id} data-overdue={enquiry.overdue}>
            <td>
              <StateTag state={enquiry.state} />
            </td>
            <th scope="row">
              <Link to="/office/enquiries/$id" params={{ id: enquiry.id }} preload={false}>
                {enquiry.name}
              </Link>
              <span>
                {enquiry.reference}, {enquiry.email}
              </span>
            </th>
            <td>{enquiry.industry}</td>
            <td className="enquiry-table__number">{enquiry.licenses_required.toLocaleString('en-AU')}</td>
            <td>{enquiry.owner?.name ?? <span className="enquiry-table__nobody">Nobody yet</span>}</td>
            <td>
              <Due enquiry={enquiry} />
            </td>
            <td>
              <time dateTime={enquiry.created_at}>{officeMoment(enquiry.created_at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SortHeadProps {
  label: string;
  up: Sort;
  down: Sort;
  search: OfficeSearch;
  isNumber?: boolean;
  /** The order while nothing else was asked for: newest first. */
  isUsual?: boolean;
}

/** Pressed once it sorts by this column, pressed again the other way round. */
function SortHead({ label, up, down, search, isNumber = false, isUsual = false }: SortHeadProps) {
  const sort = search.sort ?? 'newest';
  const direction = sort === up ? 'ascending' : sort === down ? 'descending' : undefined;
  const first = isUsual ? down : up;
  const next = direction === undefined ? first : sort === up ? down : up;
  return (
    <th scope="col" aria-sort={direction} className={isNumber ? 'enquiry-table__number' : undefined}>
      <Link
        to="/office"
        search={changed(search, { sort: next === 'newest' ? undefined : next })}
        className="enquiry-table__sort"
        activeOptions={{ exact: true }}
        replace
        resetScroll={false}
      >
        {label}
        <span aria-hidden>{direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}</span>
      </Link>
    </th>
  );
}
