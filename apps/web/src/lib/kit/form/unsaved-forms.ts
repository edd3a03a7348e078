import { createStore, useStore } from '@muster/ui/store';

/** A form that holds something which is not saved. */
export interface UnsavedForm {
  /** Whether it was saved. */
  submit: () => Promise<boolean>;
  discard: () => void;
}

const forms = createStore<ReadonlyMap<string, UnsavedForm>>(new Map());

/** At once, not at the next drawing: whoever saves and leaves is not asked whether they want to save. */
export function setUnsaved(place: string, form: UnsavedForm | undefined): void {
  if (form === undefined && !forms.get().has(place)) return;
  const next = new Map(forms.get());
  if (form) next.set(place, form);
  else next.delete(place);
  forms.set(next);
}

export function unsavedForms(): UnsavedForm[] {
  return [...forms.get().values()];
}

export function useHasUnsaved(): boolean {
  return useStore(forms, ({ size }) => size > 0);
}
