import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { FieldBoot } from '../field/boot.tsx';
import { placeholders } from '../lib/page-settings.ts';
import { ActivatePage } from './activate.tsx';
import { Boot } from './boot.tsx';
import { EnquiryPage } from './enquiry.tsx';
import { ForgotPasswordPage } from './forgot-password.tsx';
import { LoginPage } from './login.tsx';
import { NotFoundPage } from './not-found.tsx';
import { PricingPage } from './pricing.tsx';
import { RegisterPage } from './register.tsx';
import { ResetPasswordPage } from './reset-password.tsx';

const pages: Record<string, ReactNode> = {
  'activate.html': <ActivatePage settings={placeholders} />,
  'app.html': <Boot settings={placeholders} />,
  'enquiry.html': <EnquiryPage settings={placeholders} />,
  'forgot-password.html': <ForgotPasswordPage settings={placeholders} />,
  'login.html': <LoginPage settings={placeholders} />,
  'my-day.html': <FieldBoot settings={placeholders} />,
  'not-found.html': <NotFoundPage settings={placeholders} />,
  'pricing.html': <PricingPage settings={placeholders} />,
  'register.html': <RegisterPage settings={placeholders} />,
  'reset-password.html': <ResetPasswordPage settings={placeholders} />,
};

/** The content of a page as text, for the build; the server fills in the placeholders when it starts. */
export function prerender(file: string): string {
  if (!(file in pages)) throw new Error(`There is no page for ${file}.`);
  return renderToString(pages[file]);
}
