import type { Found } from '@muster/domain/work/search/schema';

/** What somebody opened lately, as the palette shows it. */
export type Recent = Pick<Found, 'kind' | 'id' | 'title' | 'subtitle'>;

/** As many as fit above the commands. */
export const mostRecent = 6;

/** The list with what was just opened first, once. */
export function withRecent(list: readonly Recent[], opened: Recent): Recent[] {
  const others = list.filter(({ kind, id }) => kind !== opened.kind || id !== opened.id);
  return [opened, ...others].slice(0, mostRecent);
}

/** What the browser kept; anybody may have written there. */
export function readRecent(text: string | null): Recent[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(one: unknown): one is Recent {
  if (typeof one !== 'object' || one === null) return false;
  const { kind, id, title, subtitle } = one as Record<string, unknown>;
  return [kind, id, title, subtitle].every((text) => typeof text === 'string');
}
