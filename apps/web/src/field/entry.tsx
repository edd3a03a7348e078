import '@muster/ui/base.css';
import { createRoot } from 'react-dom/client';
import { help } from '../lib/keys/help.ts';
import { readPageSettings } from '../lib/page-settings.ts';
import { announceReady } from '../lib/ready.ts';
import { App } from './app.tsx';
import { become } from './state.ts';
import { startSync } from './sync.ts';
import { registerWorker } from './worker/registration.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');

registerWorker((takeOver) => become({ takeOver }));
createRoot(root).render(<App settings={readPageSettings()} />);
addEventListener('keydown', help);
announceReady();
void startSync();
