import { LoginPage } from './login.tsx';
import { hydrate } from './hydrate.tsx';

hydrate(LoginPage);
