import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { KeyList } from '../../../../lib/keys/page-keys.ts';
import { usePageKeys } from '../../../../lib/keys/page-keys.ts';
import { isForPage } from '../../../../lib/kit/single-keys.ts';
import type { OfficeSearch } from '../model/office-search.ts';

const keys: KeyList = {
  title: 'Enquiries',
  keys: [
    { keys: ['j', 'k'], text: 'Next and previous, also with one open' },
    { keys: ['↵'], text: 'Open' },
    { keys: ['/'], text: 'Search' },
  ],
};
const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

interface Shown {
  /** In the order in which they are shown. */
  ids: readonly string[];
  search: OfficeSearch;
  /** The one whose drawer is open: that goes on to the next one. */
  openId: string | undefined;
}

/** The keys of the pipeline and of the table, whose links are known by `data-enquiry`. They work wherever nobody types. */
export function useEnquiryKeys({ ids, search, openId }: Shown): void {
  usePageKeys(keys);
  const navigate = useNavigate();
  function go(step: 1 | -1) {
    const id = nextEnquiry(ids, openId ?? focusedEnquiry(), step);
    if (id === undefined) return;
    const link = document.querySelector<HTMLElement>(`[data-enquiry="${id}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (openId === undefined) link?.focus({ preventScroll: true });
    else void navigate({ to: '/office/enquiries/$id', params: { id }, search, resetScroll: false });
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return;
    const step = steps[event.key];
    if (step) go(step);
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-list-search]')?.focus();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function focusedEnquiry(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-enquiry]')?.dataset['enquiry'];
}

/** The enquiry that one step down (1) or up (-1) leads to; the first one from nowhere, and none beyond the ends. */
export function nextEnquiry(
  ids: readonly string[],
  from: string | undefined,
  step: 1 | -1,
): string | undefined {
  const place = ids.findIndex((id) => id === from);
  return place < 0 ? ids[0] : ids[place + step];
}
