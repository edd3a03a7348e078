import type { ReactNode } from 'react';
import './invoice-frame.css';

interface InvoiceFrameProps {
  /** The way back to the list. */
  back: ReactNode;
  title: ReactNode;
  /** Beside the title: the status, whether it is saved. */
  aside?: ReactNode;
  /** What can be done, the main thing last; on a phone it lies in reach of a thumb. */
  actions: ReactNode;
  children: ReactNode;
}

/** The page of one invoice: what it is and what can be done stay in sight. */
export function InvoiceFrame({ back, title, aside, actions, children }: InvoiceFrameProps) {
  return (
    <div className="invoice-page">
      <header className="invoice-page__top">
        <div className="invoice-page__name">
          {back}
          <h1>{title}</h1>
          {aside}
        </div>
        <div className="invoice-page__actions">{actions}</div>
      </header>
      {children}
    </div>
  );
}
