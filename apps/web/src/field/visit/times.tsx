import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { clockOf, minutesBetween, minutesWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { TimesSheet } from './times-sheet.tsx';

/** When somebody set out, arrived and was done, and the way to put that right. */
export function Times({ visit }: { visit: ShownVisit }) {
  const [isOpen, setOpen] = useState(false);
  const { en_route_at, on_site_at, done_at } = visit;
  if (en_route_at === null && on_site_at === null && done_at === null) return null;
  const rows = [
    ['On my way', en_route_at],
    ['Arrived', on_site_at],
    ['Done', done_at],
  ] as const;
  return (
    <section className="field-card" aria-label="Times">
      <h2>Times</h2>
      <dl className="times">
        {rows.map(
          ([word, at]) =>
            at !== null && (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{clockOf(at, visit)}</dd>
              </div>
            ),
        )}
        {on_site_at !== null && done_at !== null && (
          <div>
            <dt>On site</dt>
            <dd>{minutesWords(minutesBetween(on_site_at, done_at))}</dd>
          </div>
        )}
      </dl>
      {on_site_at !== null && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Correct the times
        </Button>
      )}
      {isOpen && <TimesSheet visit={visit} onClose={() => setOpen(false)} />}
    </section>
  );
}
