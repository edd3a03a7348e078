import '@muster/ui/base.css';
import { startTransition } from 'react';
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { help } from '../lib/keys/help.ts';
import { readPageSettings } from '../lib/page/page-settings.ts';
import type { PageSettings } from '../lib/page/page-settings.ts';

export function hydrate(Page: ComponentType<{ settings: PageSettings }>): void {
  const root = document.querySelector('#root');
  // In small portions: somebody may be typing already.
  if (root) startTransition(() => void hydrateRoot(root, <Page settings={readPageSettings()} />));
  addEventListener('keydown', help);
}
