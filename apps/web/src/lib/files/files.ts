import type { FileQuery, NamedFile } from '@muster/domain/field/files/schema';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';

export type { NamedFile };

const base = '/services/filesystem/api/v1';

/** The files of a thing; those of a job and a site with those of their visits. The latest is the last. */
export function filesQuery(of: FileQuery) {
  return {
    queryKey: ['files', of],
    queryFn: async (): Promise<NamedFile[]> =>
      (await answer(api.GET(`${base}/files`, { params: { query: of } }))).rows,
    meta: { tables: ['files'] },
  };
}

export function deleteFile(id: string, key: string) {
  return answer(api.DELETE(`${base}/files/{id}`, { params: at(id, key) }));
}

export function contentOf(id: string): string {
  return `${base}/files/${id}/content`;
}

export function thumbnailOf(id: string): string {
  return `${base}/files/${id}/thumbnail`;
}

/** Whether it can be looked at in the page; everything else is saved and opened elsewhere. */
export function isShown({ kind, state }: Pick<NamedFile, 'kind' | 'state'>): boolean {
  return state === 'ready' && kind !== 'document';
}
