import type { FileQuery, NamedFile } from '@muster/domain/field/files/schema';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';

export type { NamedFile };

const base = '/services/filesystem/api/v1';

/** How far a film is that is being made changes too often to be told. */
const LOOK_AGAIN_MS = 3_000;

function isBeingMade({ state, film }: NamedFile): boolean {
  return state === 'ready' && film?.state === 'waiting';
}

/** The files of a thing; those of a job and a site with those of their visits. The latest is the last. */
export function filesQuery(of: FileQuery) {
  return {
    queryKey: ['files', of],
    queryFn: async (): Promise<NamedFile[]> =>
      (await answer(api.GET(`${base}/files`, { params: { query: of } }))).rows,
    meta: { tables: ['files', 'films'] },
    refetchInterval: ({ state }: { state: { data?: NamedFile[] | undefined } }) =>
      state.data?.some(isBeingMade) === true && LOOK_AGAIN_MS,
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
