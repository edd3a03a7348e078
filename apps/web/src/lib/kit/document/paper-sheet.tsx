import type { Supplier } from '@muster/domain/money/invoices/schema';
import { registrationWords } from '@muster/domain/values/letterhead';
import { type ReactNode, useId } from 'react';
import { Letterhead, letterheadStyle } from '../letterhead.tsx';
import './paper-sheet.css';
import './totals.css';

type Facts = readonly (readonly [string, string])[];

interface PaperSheetProps {
  supplier: Supplier;
  title: string;
  /** Below the title; empty: nothing. */
  about?: string;
  /** Whom it is for, by name and then how to reach them. */
  buyer: readonly string[];
  facts: Facts;
  children: ReactNode;
}

/** A paper about money as its customer has it: whose it is, whom it is for, and what stands on it. */
export function PaperSheet({ supplier, title, about = '', buyer, facts, children }: PaperSheetProps) {
  const heading = useId();
  const [payer, ...reach] = buyer;
  return (
    <article className="sheet" aria-labelledby={heading} style={letterheadStyle(supplier.colour)}>
      <header className="sheet__head">
        <p className="sheet__business">
          <Letterhead
            name={supplier.name}
            logo={supplier.logo_id}
            frame={{ width: '240px', height: '72px' }}
          />
        </p>
        <p className="sheet__reach">
          {supplier.logo_id !== null && <b>{supplier.name}</b>}
          {[supplier.address, supplier.phone, supplier.email, ...registrationWords(supplier)]
            .filter((line) => line !== '')
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </p>
      </header>
      <div className="sheet__top">
        <div>
          <h2 id={heading}>{title}</h2>
          {about !== '' && <p className="sheet__muted">{about}</p>}
          <p className="sheet__buyer">
            <b>{payer}</b>
            {reach.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
        <SheetFacts facts={facts} />
      </div>
      {children}
    </article>
  );
}

export function SheetFacts({ facts }: { facts: Facts }) {
  return (
    <dl className="sheet__facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What lines add up to; one of them is what nobody can miss. */
export function SheetTotals({ totals, grand }: { totals: Facts; grand: number }) {
  return (
    <dl className="totals">
      {totals.map(([name, amount], at) => (
        <div key={name} className={at === grand ? 'totals__total' : undefined}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
