import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { placeholders } from '../lib/page-settings.ts';
import { Boot } from './boot.tsx';
import { LoginPage } from './login.tsx';
import { NotFoundPage } from './not-found.tsx';

const pages: Record<string, ReactNode> = {
  'app.html': <Boot settings={placeholders} />,
  'login.html': <LoginPage settings={placeholders} />,
  'not-found.html': <NotFoundPage settings={placeholders} />,
};

/** The content of a page as text, for the build; the server fills in the placeholders when it starts. */
export function prerender(file: string): string {
  if (!(file in pages)) throw new Error(`There is no page for ${file}.`);
  return renderToString(pages[file]);
}
