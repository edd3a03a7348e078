import type { PageSettings } from '../lib/page-settings.ts';
import { withWaiting } from './day/with-waiting.ts';
import { Frame } from './frame/frame.tsx';
import { usePlace } from './place.ts';
import { useField } from './state.ts';
import { TodayPage } from './today/today-page.tsx';
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
  const shown = visits && withWaiting(visits, entries);
  return (
    <Frame settings={settings} isToday={place.page === 'today'}>
      {place.page === 'today' && <TodayPage visits={shown} />}
      {place.page === 'week' && <WeekPage visits={shown} />}
      {place.page === 'waiting' && <WaitingPage />}
      {place.page === 'visit' && <VisitPage key={place.id} id={place.id} visits={shown} />}
    </Frame>
  );
}
