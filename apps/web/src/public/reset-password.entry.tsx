import { hydrate } from './hydrate.tsx';
import { ResetPasswordPage } from './reset-password.tsx';

hydrate(ResetPasswordPage);
