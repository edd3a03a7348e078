import type { Conflict } from '@muster/domain/basics/changes/schema';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, isStale } from '../../api/api.ts';
import { createAttempts } from '../../api/attempt.ts';
import type { Versioned } from '../../changes/own-versions.ts';
import { forgetInTab, keepInTab, keptInTab } from '../../storage/tab-storage.ts';
import {
  clashes,
  type FormInput,
  keepMine,
  noInput,
  takeTheirs,
  type,
  typedSince,
  unsaved,
  type Wrong,
} from './form-input.ts';
import { focusUnread } from './misread-field.ts';
import { setUnsaved } from './unsaved-forms.ts';

export interface RecordForm<T> {
  /** What the fields show: the record, and over it what was typed. */
  values: T;
  /** The record as it is now. */
  row: T;
  record: Versioned;
  set: <K extends keyof T & string>(name: K, value: T[K]) => void;
  /** Several at once: what follows from a choice. */
  setAll: (fields: Partial<T>) => void;
  /** Fields that a colleague has changed as well since this person began to. */
  clashes: readonly string[];
  settle: (name: keyof T & string, which: 'mine' | 'theirs') => void;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last attempt to save did not work. */
  refusal: ApiError | undefined;
  /** The field that it did not work for. */
  wrong: string | undefined;
  /** Whether what is typed here was kept from before the page was loaded. */
  wasKept: boolean;
  /** What was typed here before, where it is only brought back when it is asked for. */
  aside: { typed: Partial<T>; bringBack: () => void } | undefined;
  /** How often it was saved or discarded: what was opened to be edited is read again then. */
  rounds: number;
  /** Saves what was typed; false where that did not work, and then all of it is still here. */
  submit: () => Promise<boolean>;
  discard: () => void;
}

interface RecordFormOptions<T, Saved> {
  /** Where the tab keeps what is typed: a name that no other form has. */
  place: string;
  /** The record as the server last told it; what is typed lies over it. */
  row: T;
  /** Sends the fields that changed, for the record as it is in `base`. */
  send: (fields: Partial<T>, base: T, key: string) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /** A colleague was faster: this is what the record has become, as the server tells it. */
  onNewer: (row: never) => void;
  /** The fields of the form in what the server tells, where they are not the same. */
  asFields?: (row: never) => Partial<T>;
  /** For a form that is opened for another record every time: it opens empty, and what was typed before waits beside it. */
  opensEmpty?: boolean;
  /** Whether it is saved a moment after somebody typed: whoever leaves it is not asked. */
  savesItself?: boolean;
  /** What is wrong with what was typed, before it is sent. */
  check?: (values: T) => Wrong<T> | undefined;
}

/** Should colleagues save every time before us, a person has to look. */
const mostRounds = 5;

/**
 * A form over a record that others edit at the same time. Fields that nobody touched here follow the record. What a colleague changed
 * elsewhere in it is no obstacle: the save is sent again for the version that there is now. Only where both changed the same field,
 * the person chooses. What is typed is kept in the tab until it is saved or discarded.
 */
export function useRecordForm<T extends Versioned, Saved = { row: T; change: number; made: boolean }>(
  options: RecordFormOptions<T, Saved>,
): RecordForm<T> {
  const {
    place,
    row,
    send,
    onSaved,
    onNewer,
    asFields,
    opensEmpty = false,
    savesItself = false,
    check,
  } = options;
  const [found] = useState(() => readKept<T>(place));
  const kept = opensEmpty ? undefined : found;
  const [aside, setAside] = useState(opensEmpty ? found : undefined);
  const [input, setInput] = useState<FormInput<T>>(kept ?? noInput);
  /** What a save that is under way finds when it is done. */
  const latestInput = useRef(input);
  const [wasKept, setWasKept] = useState(kept !== undefined);
  const [refusal, setRefusal] = useState<ApiError>();
  const [wrong, setWrong] = useState<string>();
  const [rounds, setRounds] = useState(0);
  /** The save that was begun last. */
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  const [attempts] = useState(() => createAttempts(`${place} sent`));
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ fields, base }: { fields: Partial<T>; base: T }) =>
      send(fields, base, attempts.keyFor({ fields, version: base.version })),
  });
  const open = unsaved(input, row);
  const isDirty = Object.keys(open).length > 0;
  const clashing = clashes(input, row);

  function put(next: FormInput<T>) {
    latestInput.current = next;
    setInput(next);
    setRefusal(undefined);
    setWrong(undefined);
    if (Object.keys(next.typed).length > 0) keepInTab(place, JSON.stringify(next));
    else if (aside) keepInTab(place, JSON.stringify(aside));
    else forgetInTab(place);
    if (Object.keys(unsaved(next, row)).length === 0) setUnsaved(place, undefined);
  }

  function discard() {
    put(noInput);
    setWasKept(false);
    setRounds((before) => before + 1);
  }

  /** What was begun meanwhile changes places with it, and can be brought back in turn. */
  function bringBack(before: FormInput<T>) {
    setAside(isDirty ? input : undefined);
    put(before);
    setWasKept(true);
  }

  function submit(): Promise<boolean> {
    const attempt = save();
    underWay.current = attempt;
    return attempt;
  }

  async function save(): Promise<boolean> {
    if (focusUnread()) return false;
    // What is new is worth saving as it is offered.
    if (!isDirty && row.version > 0) return true;
    const problem = check?.({ ...row, ...open });
    if (problem !== undefined) {
      setRefusal(new ApiError(problem.text));
      setWrong(problem.field);
    }
    if (problem !== undefined || clashing.length > 0 || isPending) return false;
    let current = row;
    for (let round = 0; round < mostRounds; round += 1) {
      try {
        const saved = await mutateAsync({ fields: unsaved(input, current), base: current });
        attempts.settle();
        const later = row.version > 0 ? typedSince(input, latestInput.current) : noInput;
        // Before anybody hears of it: whoever leads on to another page is not asked about this form.
        if (Object.keys(later.typed).length === 0) setUnsaved(place, undefined);
        onSaved(saved);
        put(later);
        setWasKept(false);
        setRounds((before) => before + 1);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const theirs = newerRow(error);
        if (theirs === undefined) {
          setRefusal(error);
          return false;
        }
        current = Object.assign({}, current, asFields ? asFields(theirs) : theirs);
        onNewer(theirs);
        if (clashes(input, current).length > 0) return false;
      }
    }
    return false;
  }

  const latest = useEffectEvent(submit);
  const forget = useEffectEvent(discard);
  useEffect(() => {
    // What was typed while an earlier save is under way is saved after it, once the page has drawn what that one made.
    const submitInTurn = async () => {
      await underWay.current;
      await new Promise((drawn) => setTimeout(drawn));
      return latest();
    };
    setUnsaved(place, isDirty ? { savesItself, submit: submitInTurn, discard: () => forget() } : undefined);
    return () => setUnsaved(place, undefined);
  }, [place, isDirty, savesItself]);

  return {
    values: { ...row, ...input.typed },
    row,
    record: row,
    set: (name, value) => put(type(input, row, name, value)),
    setAll: (fields) =>
      put(
        Object.entries(fields).reduce(
          (input, [name, value]) => type(input, row, name as keyof T, value as T[keyof T]),
          input,
        ),
      ),
    clashes: clashing,
    settle: (name, which) => put(which === 'mine' ? keepMine(input, row, name) : takeTheirs(input, name)),
    isDirty,
    isSaving: isPending,
    refusal,
    wrong,
    wasKept: wasKept && isDirty,
    aside:
      aside && Object.keys(unsaved(aside, row)).length > 0
        ? { typed: aside.typed, bringBack: () => bringBack(aside) }
        : undefined,
    rounds,
    submit,
    discard,
  };
}

function newerRow(error: ApiError): never | undefined {
  return isStale(error) ? ((error.data as NonNullable<Conflict>).row as never) : undefined;
}

function readKept<T>(place: string): FormInput<T> | undefined {
  const text = keptInTab(place);
  return text === undefined ? undefined : (JSON.parse(text) as FormInput<T>);
}
