import type { EnquiryRow } from '../api.ts';
import { dueWords } from '../model/due-time.ts';
import { officeMoment } from '../model/office-moment.ts';
import { useNow } from './use-now.ts';
import './due.css';

/** How long there is, or was; the exact time is in the tooltip, and read out. */
export function Due({ enquiry: { due_at, overdue } }: { enquiry: Pick<EnquiryRow, 'due_at' | 'overdue'> }) {
  const now = useNow();
  if (due_at === null) return null;
  return (
    <time className="due" data-overdue={overdue} dateTime={due_at} title={officeMoment(due_at)}>
      {overdue && (
        <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
          <path d="M10 3.5 17.5 16.5h-15zM10 8.5v3.6M10 14.3v.1" />
        </svg>
      )}
      {dueWords(due_at, now)}
    </time>
  );
}
