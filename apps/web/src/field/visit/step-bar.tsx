import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { minutesBetween, minutesWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { linkTo } from '../place.ts';
import { FinishSheet } from './finish-sheet.tsx';
import { LateSheet } from './late-sheet.tsx';
import { lateOf } from './late.ts';
import { nextStep, stepWords } from './steps.ts';

/** The next step of a visit, under the thumb. On the page of today it says which visit it is about. */
export function StepBar({ visit, isToday = false }: { visit: ShownVisit; isToday?: boolean }) {
  const [open, setOpen] = useState<'finish' | 'late'>();
  // A tap on the next step is another, also while the one before is being kept.
  const taps = { 'en route': useOneTap(), 'on site': useOneTap() };
  const now = useNow();
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
  const tell = (progress: 'en route' | 'on site') =>
    taps[progress].once(() =>
      keepAt(visit, stepWords[progress], { kind: 'progress', progress, at: new Date().toISOString() }),
    );
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
            <Button className="is-main" onClick={() => setOpen('finish')}>
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
            <Button className="is-main" busy={taps[step].isBusy} onClick={() => void tell(step)}>
              {stepWords[step]}
            </Button>
          </>
        )}
      </div>
      {open === 'finish' && <FinishSheet visit={visit} onClose={() => setOpen(undefined)} />}
      {open === 'late' && <LateSheet visit={visit} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
