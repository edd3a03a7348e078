import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { dayOf } from '../day/days.ts';
import { minutesBetween, minutesWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { useZone } from '../frame/zone.ts';
import { linkTo } from '../place.ts';
import { AheadSheet } from './ahead-sheet.tsx';
import { FinishSheet } from './finish-sheet.tsx';
import { LateSheet } from './late-sheet.tsx';
import { lateOf } from './late.ts';
import { nextStep, stepWords } from './steps.ts';

const SETTLING_MS = 700;

/** The next step of a visit, under the thumb. On the page of today it says which visit it is about. */
export function StepBar({ visit, isToday = false }: { visit: ShownVisit; isToday?: boolean }) {
  const [open, setOpen] = useState<'ahead' | 'finish' | 'late'>();
  const { isBusy, once } = useOneTap();
  const now = useNow();
  const zone = useZone();
  const step = nextStep(visit);
  const late = lateOf(visit);
  if (step === undefined)
    return (
      <div className="field-bar">
        <a className="m-button m-button--secondary is-main" {...linkTo({ page: 'today' })}>
          Back to today
        </a>
      </div>
    );
  const isHere = step === 'finish';
  // A promise to the customer of another day is no slip of the thumb.
  const isAhead = dayOf(visit.starts_at, zone) > dayOf(now, zone);
  const tell = (progress: 'en route' | 'on site') =>
    once(async () => {
      await keepAt(visit, stepWords[progress], { kind: 'progress', progress, at: new Date().toISOString() });
      setOpen(undefined);
      // The next step appears under the same thumb, which may be about to tap once more.
      await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    });
  return (
    <section className="field-bar" aria-label={`Next at ${visit.customer.name}`}>
      {(isToday || isHere) && (
        <p className="field-bar__words">
          <strong>{visit.customer.name}</strong>
          {isHere && visit.on_site_at !== null && (
            <span>On site {minutesWords(minutesBetween(visit.on_site_at, now))}</span>
          )}
        </p>
      )}
      <div className="field-bar__row">
        {isHere ? (
          visit.is_lead ? (
            <Button className="is-main" busy={isBusy} onClick={() => setOpen('finish')}>
              {stepWords.finish}
            </Button>
          ) : (
            <p className="field-words">Whoever leads the crew says how the visit went.</p>
          )
        ) : (
          <>
            <Button className="is-main is-late" variant="secondary" onClick={() => setOpen('late')}>
              <Glyph name="clock" />
              {late ? `${minutesWords(late.minutes)} late` : 'Running late'}
            </Button>
            <Button
              className="is-main"
              busy={isBusy}
              onClick={() => (step === 'en route' && isAhead ? setOpen('ahead') : void tell(step))}
            >
              {stepWords[step]}
            </Button>
          </>
        )}
      </div>
      {open === 'finish' && <FinishSheet visit={visit} onClose={() => setOpen(undefined)} />}
      {open === 'ahead' && (
        <AheadSheet
          visit={visit}
          isBusy={isBusy}
          onGo={() => void tell('en route')}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'late' && <LateSheet visit={visit} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
