import type { ImportKind } from '@muster/domain/imports/columns';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { createAttempts } from '../../../lib/attempt.ts';
import { useUndo } from '../../../lib/undo.ts';
import { type ImportProblem, previewImport, progressQuery, runImport } from '../api.ts';
import { asUuid } from '../model/import-words.ts';

interface Source {
  csv: string;
  name: string;
}

interface Problems {
  problem_count: number;
  problems: ImportProblem[];
}

/** An import from its table to its result. Nothing is written until the last step, and then all of it. */
export function useImport(kind: ImportKind) {
  const queryClient = useQueryClient();
  const { tell, undo } = useUndo();
  const [attempts] = useState(() => createAttempts());
  const [source, setSource] = useState<Source>();
  const [running, setRunning] = useState<string>();
  const looking = useMutation({
    mutationFn: ({ csv, columns }: { csv: string; columns?: (string | null)[] }) =>
      previewImport({ kind, csv, ...(columns && { columns }) }),
  });
  const writing = useMutation({
    mutationFn: (table: { kind: ImportKind; csv: string; columns: (string | null)[] }) => {
      const id = asUuid(attempts.keyFor(table));
      setRunning(id);
      return runImport(table, id);
    },
    onSuccess: ({ count, ...saved }) => {
      tell(`${count.toLocaleString('en-AU')} ${kind} are imported.`, [saved]);
      void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['tables'] !== undefined });
    },
    onSettled: (_, error) => {
      // Without an answer it may have been done all the same: the next try has the same id.
      if (!(error instanceof ApiError) || error.status !== 0) attempts.settle();
      setRunning(undefined);
    },
  });
  const progress = useQuery(progressQuery(running)).data;
  const refused = writing.error instanceof ApiError ? (writing.error.data as Problems | null) : null;

  return {
    source,
    preview: looking.data,
    isLooking: looking.isPending,
    isWriting: writing.isPending,
    progress: running === undefined ? undefined : progress,
    result: writing.data,
    /** What the last step was refused for. */
    problems: refused?.problems ? refused : undefined,
    refusal: (looking.error ?? writing.error)?.message,
    take(csv: string, name: string) {
      setSource({ csv, name });
      writing.reset();
      looking.mutate({ csv });
    },
    correct(columns: (string | null)[]) {
      if (source) looking.mutate({ csv: source.csv, columns });
    },
    write(columns: (string | null)[]) {
      if (source) writing.mutate({ kind, csv: source.csv, columns });
    },
    takeBack() {
      if (writing.data?.made) undo([writing.data.change]);
      this.again();
    },
    again() {
      setSource(undefined);
      looking.reset();
      writing.reset();
    },
  };
}
