import { priceTitle, printedLines } from '@muster/domain/money/invoice-papers/words';
import type { InvoiceLine } from '@muster/domain/money/lines/schema';
import type { ReactNode } from 'react';
import './paper-lines.css';

interface PaperLinesProps {
  lines: InvoiceLine[];
  isRegistered: boolean;
  /** What stands above a line; empty: nothing. */
  headingOf?: (at: number) => string;
}

/** The lines of a document, as they stand on its paper. */
export function PaperLines({ lines, isRegistered, headingOf }: PaperLinesProps) {
  const table = { lines, supplier: { is_gst_registered: isRegistered } };
  return (
    <table className="paper-lines">
      <thead>
        <tr>
          <th scope="col">Description</th>
          <Numbers head>Quantity</Numbers>
          <Numbers head>{priceTitle(table)}</Numbers>
          {isRegistered && <Numbers head>GST</Numbers>}
          <Numbers head>{isRegistered ? 'Amount incl. GST' : 'Amount'}</Numbers>
        </tr>
      </thead>
      <tbody>
        {printedLines(table).map(({ description, details, quantity, price, gst, amount }, at) => (
          <tr key={lines[at]!.id}>
            <th scope="row">
              {headingOf && headingOf(at) !== '' && <b className="paper-lines__heading">{headingOf(at)}</b>}
              {description}
              {details.map((detail) => (
                <span key={detail} className="paper-lines__detail">
                  {detail}
                </span>
              ))}
            </th>
            <Numbers>{quantity}</Numbers>
            <Numbers>{price}</Numbers>
            {isRegistered && <Numbers name="GST">{gst}</Numbers>}
            <Numbers>{amount}</Numbers>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `name`: what says what it is where the headings have no room. */
function Numbers({ head = false, name, children }: { head?: boolean; name?: string; children: ReactNode }) {
  return head ? (
    <th scope="col" data-number>
      {children}
    </th>
  ) : (
    <td data-number data-name={name}>
      {children}
    </td>
  );
}
