import { hydrate } from './hydrate.tsx';
import { RegisterPage } from './register.tsx';

hydrate(RegisterPage);
