import type { InvoiceTotals } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { type ReactNode, useEffect, useRef } from 'react';
import type { InvoiceTab } from '../model/invoice-search.ts';
import './invoice-tabs.css';

/** What a tab says beside its name. */
interface Pile {
  count: number;
  /** Whether there may be more than were counted. */
  isMost?: boolean;
  /** In cents; nothing where there is no sum of them. */
  sum?: number;
}

interface InvoiceTabsProps {
  totals: InvoiceTotals | undefined;
  /** Finished work that is in no invoice yet; undefined while it is not known. */
  ready: Pile | undefined;
  open: InvoiceTab | undefined;
  renderLink: (tab: InvoiceTab | undefined, link: { className: string; children: ReactNode }) => ReactNode;
}

const names: readonly (readonly [InvoiceTab | undefined, string])[] = [
  ['ready', 'Ready'],
  ['draft', 'Drafts'],
  ['unpaid', 'Unpaid'],
  ['overdue', 'Overdue'],
  ['paid', 'Paid'],
  [undefined, 'All'],
];

/** The piles of invoices as links, each with how many there are and what they come to. */
export function InvoiceTabs({ totals, ready, open, renderLink }: InvoiceTabsProps) {
  const nav = useRef<HTMLElement>(null);
  // On a phone they do not all fit: the one that is open is in sight.
  useEffect(() => {
    const shown = nav.current?.querySelector(`[data-tab='${open ?? 'all'}']`);
    shown?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  return (
    <nav ref={nav} className="invoice-tabs" aria-label="Invoices by status">
      {names.map(([tab, name]) => {
        const pile = tab === undefined ? undefined : tab === 'ready' ? ready : totals?.[tab];
        return (
          <span key={name} data-open={tab === open || undefined} data-tab={tab ?? 'all'}>
            {renderLink(tab, {
              className: 'invoice-tabs__one',
              children: (
                <>
                  <span className="invoice-tabs__name">
                    {name}
                    {pile !== undefined && <span className="invoice-tabs__count">{counted(pile)}</span>}
                  </span>
                  <span className="invoice-tabs__sum">
                    {pile?.sum === undefined || pile.count === 0 ? '\u00a0' : centsInWords(pile.sum)}
                  </span>
                </>
              ),
            })}
          </span>
        );
      })}
    </nav>
  );
}

const thousands = new Intl.NumberFormat('en-AU');

/** "1,240"; "999+" where nobody counted on. */
function counted({ count, isMost = false }: Pile): string {
  return isMost ? `${thousands.format(count - 1)}+` : thousands.format(count);
}
