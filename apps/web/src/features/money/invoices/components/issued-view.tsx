import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Fragment, type ReactNode } from 'react';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Facts } from '../../../../lib/kit/drawer/reading.tsx';
import { type DocumentAction, DocumentActions } from '../../../../lib/kit/document/document-actions.tsx';
import { DocumentFrame } from '../../../../lib/kit/document/document-frame.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { Owing } from './owing.tsx';
import { InvoiceStatusBadge } from './status-badge.tsx';
import { Timeline, type TimelineEntry } from '../../../../lib/kit/document/timeline.tsx';

/** What something that knows of invoices, such as payments or letters, adds to the page of one that is issued. */
export interface InvoicePart {
  /** What tells it from the others. */
  name: string;
  actions?: readonly DocumentAction[];
  /** One with the key of what the invoice itself tells (`issued`, `sent`, `seen`) says it more exactly and takes its place. */
  entries?: readonly TimelineEntry[];
  /** Above the paper: what somebody has to know before anything else. */
  notice?: ReactNode;
  /** Below what is owed. */
  side?: ReactNode;
  /** What is open of it: a dialog, a drawer. */
  open?: ReactNode;
}

interface IssuedViewProps {
  invoice: InvoiceRecord;
  today: LocalDate;
  zone: string;
  back: ReactNode;
  /** What it corrects, if it is a credit note. */
  credits: Parameters<typeof InvoiceSheet>[0]['credits'];
  /** Whom it is for, which work, and what it corrects: `Fact`s with links. */
  about: ReactNode;
  /** What comes first matters most: of two actions that want to be the main one, the first is. */
  parts: readonly InvoicePart[];
  /** Puts the history beside the details. */
  renderDetails: (details: ReactNode) => ReactNode;
}

/** An issued invoice: the paper as its customer has it, what is owed, what happened and what can be done. */
export function IssuedView(props: IssuedViewProps) {
  const { invoice, today, zone, back, credits, about, parts, renderDetails } = props;
  const entries = [...ownTimeline(invoice), ...parts.flatMap((part) => part.entries ?? [])];
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return (
    <DocumentFrame
      back={back}
      title={`${invoice.number} · ${invoice.buyer?.name}`}
      aside={<InvoiceStatusBadge row={invoice} today={today} />}
      actions={
        <DocumentActions keysTitle="On an invoice" actions={parts.flatMap((part) => part.actions ?? [])} />
      }
    >
      <div className="document-page__notices">{slots(parts, 'notice')}</div>
      {renderDetails(
        <div className="document-page__columns">
          <InvoiceSheet invoice={invoice} credits={credits} />
          <div className="document-page__side">
            <Owing invoice={invoice} today={today} />
            {slots(parts, 'side')}
            <DrawerSection title="Timeline">
              <Timeline entries={[...byKey.values()]} zone={zone} />
            </DrawerSection>
            <DrawerSection title="About">
              <Facts>{about}</Facts>
            </DrawerSection>
          </div>
        </div>,
      )}
      {slots(parts, 'open')}
    </DocumentFrame>
  );
}

function slots(parts: readonly InvoicePart[], slot: 'notice' | 'side' | 'open') {
  return parts.map((part) => <Fragment key={part.name}>{part[slot]}</Fragment>);
}

/** What an invoice itself tells of that. */
function ownTimeline({ issued_at, sent_at, seen_at, is_imported }: InvoiceRecord): TimelineEntry[] {
  const said = [
    {
      key: 'issued',
      kind: 'issued',
      at: issued_at,
      text: is_imported ? 'Imported from another program' : 'Issued',
    },
    { key: 'sent', kind: 'sent', at: sent_at, text: 'Sent to the customer' },
    { key: 'seen', kind: 'seen', at: seen_at, text: 'Seen by the customer' },
  ] as const;
  return said.flatMap(({ at, ...entry }) => (at === null ? [] : [{ ...entry, at }]));
}
