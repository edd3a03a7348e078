import { hydrate } from './hydrate.tsx';
import { ForgotPasswordPage } from './forgot-password.tsx';

hydrate(ForgotPasswordPage);
