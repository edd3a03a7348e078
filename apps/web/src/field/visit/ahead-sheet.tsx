import { Button } from '@muster/ui/button';
import { dayOf } from '../day/days.ts';
import { shortDayWords, timesOf } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Sheet } from '../frame/sheet.tsx';

interface AheadSheetProps {
  visit: ShownVisit;
  isBusy: boolean;
  onGo: () => void;
  onClose: () => void;
}

/** Asks whether somebody means it who sets out for a visit of another day: its customer may be told at once. */
export function AheadSheet({ visit, isBusy, onGo, onClose }: AheadSheetProps) {
  const { starts_at, site, customer } = visit;
  return (
    <Sheet title="Set out today?" size="low" onClose={onClose}>
      <p>
        {customer.name} is planned for{' '}
        <strong>
          {shortDayWords(dayOf(starts_at, site.zone))}, {timesOf(visit)}
        </strong>
        . The office sees at once that you are on your way, and the customer may be told.
      </p>
      <div className="field-stack">
        <Button className="is-main" wide busy={isBusy} onClick={onGo}>
          Yes, I am on my way
        </Button>
        <Button className="is-main" wide variant="quiet" onClick={onClose}>
          Not yet
        </Button>
      </div>
    </Sheet>
  );
}
