import '@muster/ui/base.css';
import './theme/mantine.css';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from '../features/identity/accounts/api.ts';
import { sayLeft } from '../features/dispatch/presence/api.ts';
import { addToRequests } from '../lib/api/api.ts';
import { createQueryClient } from '../lib/api/queries.ts';
import { announceReady } from '../lib/page/page.ts';
import { currentScenario } from '../lib/board/scenario.ts';
import { App } from './app.tsx';
import { goToLogin } from './leave.ts';
import { createAppRouter } from './router.tsx';
import { announceStyleNonce } from './theme/nonce.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');

announceStyleNonce();
// Public pages know of no scenario, and stay light.
addToRequests(({ headers }) => {
  const scenario = currentScenario();
  if (scenario !== null) headers.set('X-Scenario', scenario);
});

sayLeft();
const queryClient = createQueryClient(() =>
  goToLogin({ wasSignedIn: queryClient.getQueryData(sessionQuery.queryKey) !== undefined }),
);
const router = createAppRouter(queryClient);
// The pre-rendered skeleton stays until there is something to show in its place.
await router.load();
createRoot(root).render(<App queryClient={queryClient} router={router} />);
announceReady();
