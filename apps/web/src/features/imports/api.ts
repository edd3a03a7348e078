import type { ImportKind } from '@muster/domain/imports/columns';
import { answer, api } from '../../lib/api.ts';
import { keyed } from '../../lib/keyed.ts';

export type Preview = Awaited<ReturnType<typeof previewImport>>;
export type ImportProblem = Preview['problems'][number];

const base = '/services/scheduling/api/v1/imports';

export interface Table {
  kind: ImportKind;
  csv: string;
  /** Which field each column is; undefined: as their headings say. */
  columns?: (string | null)[];
  leave_out_duplicates?: boolean;
}

export function previewImport(body: Table) {
  return answer(api.POST(`${base}/preview`, { body }));
}

/** `id` is a UUID, by which its progress can be asked for meanwhile. */
export function runImport(body: Table, id: string) {
  return answer(api.POST(base, { params: keyed(id), body }));
}

export function progressQuery(id: string | undefined) {
  return {
    queryKey: ['imports', id],
    queryFn: () => answer(api.GET(`${base}/{id}`, { params: { path: { id: id! } } })),
    enabled: id !== undefined,
    refetchInterval: 400,
    retry: true,
  };
}
