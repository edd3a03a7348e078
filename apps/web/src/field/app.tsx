import type { PageSettings } from '../lib/page/page-settings.ts';
import { withWaiting } from './day/with-waiting.ts';
import { Frame } from './frame/frame.tsx';
import { SignOut } from './frame/sign-out.tsx';
import { goTo, usePlace } from './router.ts';
import { useField } from './state.ts';
import { TodayPage } from './today/today-page.tsx';
import { EarlierPage } from './visit/earlier-page.tsx';
import { VisitPage } from './visit/visit-page.tsx';
import { WaitingPage } from './waiting/waiting-page.tsx';
import { useKeepHours } from './week/hours.ts';
import { WeekPage } from './week/week-page.tsx';
import './field.css';

/** The technician's pages. */
export function App({ settings }: { settings: PageSettings }) {
  const { visits, entries } = useField();
  const place = usePlace();
  useKeepHours();
  // Asked before somebody leaves, over the day.
  const isToday = place.page === 'today' || place.page === 'sign-out';
  const shown = visits && withWaiting(visits, entries);
  return (
    <Frame settings={settings} tab={isToday ? 'today' : place.page === 'week' ? 'week' : undefined}>
      {isToday && <TodayPage visits={shown} />}
      {place.page === 'sign-out' && <SignOut onClose={() => goTo({ page: 'today' })} />}
      {place.page === 'week' && <WeekPage visits={shown} />}
      {place.page === 'waiting' && <WaitingPage />}
      {place.page === 'before' && (
        <EarlierPage key={place.earlier} id={place.id} earlier={place.earlier} visits={shown} />
      )}
      {place.page === 'visit' && <VisitPage key={place.id} id={place.id} visits={shown} />}
    </Frame>
  );
}
