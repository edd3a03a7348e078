import type { Amounts } from '@muster/domain/money/lines/amounts';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import './totals.css';

interface TotalsProps {
  amounts: Amounts;
  isRegistered: boolean;
  /** Of a credit note it is what is given back. */
  label?: string;
  /** Below it: what is paid, what is owed. */
  children?: ReactNode;
}

/** What a document comes to: one number that nobody can miss, and what it is made of. */
export function Totals({ amounts: { net, gst, total }, isRegistered, label, children }: TotalsProps) {
  return (
    <dl className="totals">
      {isRegistered && (
        <>
          <TotalLine name="Without GST" cents={net} />
          <TotalLine name="GST" cents={gst} />
        </>
      )}
      <div className="totals__total">
        <dt>{label ?? (isRegistered ? 'Total including GST' : 'Total')}</dt>
        <dd>{centsInWords(total)}</dd>
      </div>
      {children}
    </dl>
  );
}

function TotalLine({ name, cents }: { name: ReactNode; cents: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{centsInWords(cents)}</dd>
    </div>
  );
}
