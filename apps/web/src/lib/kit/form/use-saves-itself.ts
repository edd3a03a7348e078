import { useEffect, useEffectEvent } from 'react';
import type { RecordForm } from './use-record-form.ts';

const pauseMs = 700;
/** While the server cannot be reached. */
const againMs = 4_000;

/** What is typed is saved a moment later, unless somebody has to decide something first. */
export function useSavesItself<T>(form: RecordForm<T>): void {
  const { isDirty, isSaving, clashes, refusal, values } = form;
  const isBlocked = clashes.length > 0 || (refusal !== undefined && refusal.status !== 0);
  const wait = refusal === undefined ? pauseMs : againMs;
  const save = useEffectEvent(() => void form.submit());
  const typed = isDirty ? JSON.stringify(values) : '';
  useEffect(() => {
    if (typed === '' || isSaving || isBlocked) return undefined;
    const timer = setTimeout(() => save(), wait);
    return () => clearTimeout(timer);
  }, [typed, isSaving, isBlocked, wait]);
}
