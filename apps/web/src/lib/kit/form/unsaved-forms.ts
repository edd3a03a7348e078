import { createStore, useStore } from '@muster/ui/store';

/** A form that holds something which is not saved. */
export interface UnsavedForm {
  /** Whether it is saved without being asked: whoever leaves it waits for that, and decides nothing. */
  savesItself: boolean;
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

/** Saves what is typed everywhere; false where something of it cannot be saved as it is. */
export async function saveUnsaved(isMeant: (form: UnsavedForm) => boolean = () => true): Promise<boolean> {
  const results = await Promise.all(
    unsavedForms()
      .filter(isMeant)
      .map((form) => form.submit()),
  );
  return results.every(Boolean);
}
