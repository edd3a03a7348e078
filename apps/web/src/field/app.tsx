import type { PageSettings } from '../lib/page-settings.ts';
import { withWaiting } from './day/with-waiting.ts';
import { useField } from './state.ts';

export function App({ settings }: { settings: PageSettings }) {
  const { visits, entries } = useField();
  return (
    <main>
      <h1>My day</h1>
      <p>{settings.brand}</p>
      <ul>
        {withWaiting(visits ?? [], entries).map(({ id, number }) => (
          <li key={id}>{number}</li>
        ))}
      </ul>
    </main>
  );
}
