import type { FileSubject } from '@muster/domain/field/files/rules';
import { useStore } from '@muster/ui/store';
import { useEffect, useMemo } from 'react';
import { warnWhile } from '../../page/close-warning.ts';
import { commandId } from '../../api/command.ts';
import { createSendings, type Outgoing } from '../../files/sendings.ts';
import { giveUp, upload } from '../../files/upload.ts';

/** All that this page sends. */
const sendings = createSendings({
  send: upload,
  giveUp,
  makeId: commandId,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
addEventListener('online', () => sendings.goOn());
// Whoever closes the page would lose what is left to send, also while it waits for the connection.
warnWhile(sendings.isUnderWay, sendings.subscribe);

interface OwnSendings {
  outgoing: readonly Outgoing[];
  add: (files: readonly File[]) => void;
  cancel: (id: string) => void;
  retry: (id: string) => void;
}

/** What is on its way to one thing, and not in the list of its files yet. */
export function useSendings(
  subject: FileSubject,
  subject_id: string,
  listed: readonly { id: string }[],
): OwnSendings {
  const all = useStore({ get: sendings.all, subscribe: sendings.subscribe });
  const outgoing = useMemo(
    () =>
      all.filter(
        (one) =>
          one.subject === subject && one.subject_id === subject_id && !listed.some(({ id }) => id === one.id),
      ),
    [all, subject, subject_id, listed],
  );
  // Otherwise one that is deleted a moment later would be on its way again.
  useEffect(() => {
    for (const { id } of all) if (listed.some((file) => file.id === id)) sendings.arrived(id);
  }, [all, listed]);
  return {
    outgoing,
    add: (files) => sendings.add(files, { subject, subject_id }),
    cancel: sendings.cancel,
    retry: sendings.retry,
  };
}
