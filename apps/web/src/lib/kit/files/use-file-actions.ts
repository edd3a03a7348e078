import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteFile, type NamedFile } from '../../files/files.ts';
import { useCommand } from '../form/use-command.ts';

interface FileActions {
  /** The one that is looked at. */
  shown: string | undefined;
  show: (id: string | undefined) => void;
  remove: (file: NamedFile) => void;
}

/** What can be done with the files of a list: to look at one, and to delete one, which can be undone. */
export function useFileActions(): FileActions {
  const queryClient = useQueryClient();
  const { run } = useCommand();
  const [shown, show] = useState<string>();

  async function remove({ id, name, version }: NamedFile) {
    const row = await run({
      what: [id, version, 'delete'],
      send: (key) => deleteFile(id, key),
      done: `${name} deleted.`,
    });
    if (row)
      queryClient.setQueriesData<NamedFile[]>({ queryKey: ['files'] }, (known) =>
        known?.filter((file) => file.id !== id),
      );
    await queryClient.invalidateQueries({ queryKey: ['files'] });
  }

  return { shown, show, remove: (file) => void remove(file) };
}
