import { useSyncExternalStore } from 'react';

/** A form that holds something which is not saved. */
export interface UnsavedForm {
  /** Whether it was saved. */
  submit: () => Promise<boolean>;
  discard: () => void;
}

let forms: ReadonlyMap<string, UnsavedForm> = new Map();
const listeners = new Set<() => void>();

/** At once, not at the next drawing: whoever saves and leaves is not asked whether they want to save. */
export function setUnsaved(place: string, form: UnsavedForm | undefined): void {
  if (form === undefined && !forms.has(place)) return;
  const next = new Map(forms);
  if (form) next.set(place, form);
  else next.delete(place);
  forms = next;
  for (const listener of listeners) listener();
}

export function unsavedForms(): UnsavedForm[] {
  return [...forms.values()];
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => forms.size > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
