import { hydrate } from './hydrate.tsx';
import { ActivatePage } from './activate.tsx';

hydrate(ActivatePage);
