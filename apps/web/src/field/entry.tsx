import '@muster/ui/base.css';
import { createRoot } from 'react-dom/client';
import { help } from '../lib/keys/help.ts';
import { readPageSettings } from '../lib/page/page-settings.ts';
import { announceReady } from '../lib/page/page.ts';
import { App } from './app.tsx';
import { dayOf } from './day/days.ts';
import { watchClock } from './clock.ts';
import { become } from './state.ts';
import { startSync } from './sync.ts';
import { registerWorker } from './worker/registration.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');

watchClock();
// Until there is something to show, the frame that came with the page stands.
void startSync().finally(() => {
  createRoot(root).render(<App settings={readPageSettings()} />);
  addEventListener('keydown', help);
  announceReady();
  registerWorker((takeOver) => become({ takeOver }));
});
// The first formatter of dates takes a phone long: it is made while the server is being asked.
setTimeout(() => dayOf(Date.now(), 'UTC'));
