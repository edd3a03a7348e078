import { positionKind } from '@muster/domain/work/sites/positions';
import { straightKilometres } from '@muster/domain/values/travel';
import { Button } from '@muster/ui/button';
import { Suspense, use, useState } from 'react';
import type { ShownVisit } from '../day/with-waiting.ts';
import { keepAt } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import { accuracyWords, awayWords, type Located, locate } from './phone-position.ts';

const pinWords = {
  pinned: 'The site is pinned on the map. Directions go to the pin.',
  found: 'The site’s place on the map was found from its address.',
  estimated: 'The site isn’t pinned on the map yet.',
} as const;

/**
 * How the site's place is known, and a press that says where it really is: one position is asked for, and kept by another press. Only
 * browsers on a safe connection can tell.
 */
export function Here({ visit }: { visit: ShownVisit }) {
  /** What was asked last; undefined while nobody asks. Nothing is remembered of what was not kept. */
  const [asked, setAsked] = useState<Promise<Located>>();
  if (!('geolocation' in navigator) || !isSecureContext) return null;
  return (
    <div className="here">
      <p className="field-words">{pinWords[positionKind(visit.site)]}</p>
      <Button variant="secondary" onClick={() => setAsked(locate())}>
        I am here
      </Button>
      {asked && (
        <Sheet title="Set the pin here?" size="low" onClose={() => setAsked(undefined)}>
          <p>Stand at the entrance. Your position is found once, and used as this site’s pin only.</p>
          <Suspense fallback={<output>Finding where you are…</output>}>
            <Answered
              asked={asked}
              visit={visit}
              onAgain={() => setAsked(locate())}
              onKept={() => setAsked(undefined)}
            />
          </Suspense>
        </Sheet>
      )}
    </div>
  );
}

interface AnsweredProps {
  asked: Promise<Located>;
  visit: ShownVisit;
  onAgain: () => void;
  onKept: () => void;
}

function Answered({ asked, visit, onAgain, onKept }: AnsweredProps) {
  const found = use(asked);
  const { isBusy, once } = useOneTap();
  const again = (
    <Button variant="secondary" onClick={onAgain}>
      Find again
    </Button>
  );
  if ('problem' in found)
    return (
      <>
        <p role="alert">{found.problem}</p>
        {again}
      </>
    );
  const { position, accuracy } = found;
  async function keep() {
    const { latitude, longitude } = position;
    const seen = { latitude: visit.site.latitude, longitude: visit.site.longitude };
    if (await keepAt(visit, 'Pin set', { kind: 'pin', latitude, longitude, seen })) onKept();
  }
  return (
    <>
      <output>
        <strong>{accuracyWords(accuracy)}</strong>{' '}
        {awayWords(straightKilometres(position, visit.site), visit.site)}
      </output>
      <Button busy={isBusy} onClick={() => void once(keep)}>
        Set the pin here
      </Button>
      {again}
    </>
  );
}
