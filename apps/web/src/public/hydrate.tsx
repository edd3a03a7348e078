import '@muster/ui/base.css';
import { startTransition } from 'react';
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readPageSettings } from '../lib/page-settings.ts';
import type { PageSettings } from '../lib/page-settings.ts';

export function hydrate(Page: ComponentType<{ settings: PageSettings }>): void {
  const root = document.querySelector('#root');
  // In small portions: somebody may be typing already.
  if (root) startTransition(() => void hydrateRoot(root, <Page settings={readPageSettings()} />));
  addEventListener('keydown', help);
}

/** Shows the keys of a page that has no shell to whoever presses the question mark; what shows them is loaded then. */
function help(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== '?' || (target as Element).closest('input, select, textarea, dialog')) return;
  event.preventDefault();
  void import('./keys.tsx').then(({ showKeys }) => showKeys());
}
