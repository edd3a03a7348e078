import '@muster/ui/base.css';
import { startTransition } from 'react';
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readPageSettings } from '../lib/page-settings.ts';
import type { PageSettings } from '../lib/page-settings.ts';

/** The keys of a page that has no shell, for whoever presses the question mark; what shows them is loaded then. */
addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key !== '?' || (target as Element).closest('input, select, textarea, dialog')) return;
  event.preventDefault();
  void import('./keys.tsx').then(({ showKeys }) => showKeys());
});

export function hydrate(Page: ComponentType<{ settings: PageSettings }>): void {
  const root = document.querySelector('#root');
  // In small portions: somebody may be typing already.
  if (root) startTransition(() => void hydrateRoot(root, <Page settings={readPageSettings()} />));
}
