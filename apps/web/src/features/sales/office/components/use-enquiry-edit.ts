import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ApiError, isConflict } from '../../../../lib/api/api.ts';
import type { Outcome } from '../../../../lib/changes/undo.ts';
import type { Versioned } from '../../../../lib/changes/own-versions.ts';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { type Enquiry, enquiryQuery } from '../api.ts';

const conflict =
  'A colleague changed this enquiry while you were working on it. You now see the latest version, and what you typed is still here. Check it, then save again.';

interface Edit<Saved> {
  /** What is asked for, to tell a second try from something else. */
  what: unknown;
  send: (target: Versioned, key: string) => Promise<Saved>;
  done: string;
}

/** The edits that one part of a page makes to an enquiry. Whatever was typed stays where a colleague was faster: it belongs to the form. */
export function useEnquiryEdit({ id, version }: Enquiry) {
  const queryClient = useQueryClient();
  const { run, decide, isRunning } = useCommand(`enquiry ${id}`);
  const [refusal, setRefusal] = useState<string>();
  /** The version that somebody saw. It is kept when no answer came, because the server may have made the edit all the same. */
  const seen = useRef<number>(undefined);

  function order<Saved>({ what, send, done }: Edit<Saved>) {
    setRefusal(undefined);
    const target = { id, version: (seen.current ??= version) };
    return {
      what: [target, what],
      done,
      send: async (key: string) => {
        const saved = await send(target, key);
        seen.current = undefined;
        await queryClient.invalidateQueries({ queryKey: enquiryQuery(id).queryKey });
        return saved;
      },
      onRefused(error: ApiError) {
        if (isConflict(error)) seen.current = undefined;
        setRefusal(isConflict(error) ? conflict : error.message);
        return true;
      },
    };
  }

  return {
    /** Somebody begins to edit: their edit is about what they see now, whatever arrives while they type. */
    begin: () => void (seen.current ??= version),
    /** Makes the edit, says so with the way back, and returns whether it worked. */
    run: async (edit: Edit<Outcome & { row: Versioned }>) => (await run(order(edit))) !== undefined,
    /** The same for what goes out by mail, and so has no way back: returns what came of it. */
    decide: <Saved>(edit: Edit<Saved>) => decide(order(edit)),
    isRunning,
    /** Why the last edit did not work. */
    refusal,
    /** Nobody edits any more. */
    reset() {
      seen.current = undefined;
      setRefusal(undefined);
    },
  };
}
