import { SUCCESS } from '@muster/domain/values/code';
import { notify } from '@muster/ui/toast';
import { useEffect, useState } from 'react';
import { loadIndustries } from '../api.ts';
import type { Industry } from '../api.ts';

const none: readonly Industry[] = [];

/** The industries for a public page, which has no query cache: none before they arrive, and none when they do not. */
export function useIndustries() {
  const [found, setFound] = useState<readonly Industry[] | undefined>(none);
  useEffect(() => {
    void find().then(setFound);
  }, []);
  return {
    industries: found ?? none,
    isMissing: found === undefined,
    reload: () => void find().then(setFound),
  };
}

/** Undefined when there was no use for the answer, or there was none. */
async function find(): Promise<readonly Industry[] | undefined> {
  try {
    const { code, data } = await loadIndustries();
    return code === SUCCESS ? data : undefined;
  } catch (error) {
    notify({ level: 'error', text: (error as Error).message });
    return undefined;
  }
}
