import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { forgetInTab, keepInTab, keptInTab } from '../../../../lib/storage/tab-storage.ts';
import { setUpQuery } from '../api.ts';

/** What somebody types into one of the first steps, kept in the tab so that a reload loses nothing, and how it is sent. */
export function useStep<T extends object>(place: string, blank: T) {
  const key = `first step ${place}`;
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const [values, setValues] = useState<T>(() => ({ ...blank, ...kept<T>(key) }));
  const [refusal, setRefusal] = useState<string>();
  /** The field that it did not work for. */
  const [wrong, setWrong] = useState<keyof T & string>();

  function refuse(text: string | undefined, field?: keyof T & string) {
    setRefusal(text);
    setWrong(field);
  }

  async function send<Row>(
    what: unknown,
    work: (key: string) => Promise<{ row?: Row; change: number; made: boolean }>,
    done: string,
  ): Promise<Row | undefined> {
    refuse(undefined);
    const row = await run({
      what,
      send: work,
      done,
      onRefused({ message }) {
        refuse(message);
        return true;
      },
    });
    if (row === undefined) return undefined;
    forgetInTab(key);
    setValues(blank);
    await Promise.all(
      [setUpQuery.queryKey, ['settings'], ['sites'], ['session']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
    return row;
  }

  return {
    values,
    refusal,
    wrong,
    refuse,
    isSaving: isRunning,
    send,
    set(change: Partial<T>) {
      const next = { ...values, ...change };
      setValues(next);
      refuse(undefined);
      keepInTab(key, JSON.stringify(next));
    },
  };
}

function kept<T>(key: string): Partial<T> {
  const text = keptInTab(key);
  return text === undefined ? {} : (JSON.parse(text) as Partial<T>);
}
