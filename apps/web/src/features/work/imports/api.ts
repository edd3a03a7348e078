import type {
  ImportChoice,
  ImportEdit,
  ImportPreview,
  ImportRow,
  ImportRowEdit,
} from '@muster/domain/work/imports/schema';
import type { ImportKind } from '@muster/domain/records';
import { keepPreviousData, type Query } from '@tanstack/react-query';
import { answer, api } from '../../../lib/api/api.ts';
import { keyed } from '../../../lib/api/command.ts';

export type { ImportChoice, ImportRow, ImportRowEdit };
export type Preview = ImportPreview;
export type Import = Awaited<ReturnType<typeof readImport>>;

const base = '/services/scheduling/api/v1/imports';

export interface Table {
  kind: ImportKind;
  csv: string;
  /** The file's. */
  name: string;
}

/** Hands a table over as a draft under a UUID of ours; handed over again, it is the same one. */
export function draftImport(table: Table, id: string) {
  return answer(api.POST(base, { params: keyed(id), body: { ...table, is_draft: true } }));
}

export function draftsQuery(kind: ImportKind) {
  return {
    queryKey: ['imports', 'drafts', kind],
    queryFn: async () => (await answer(api.GET(base, { params: { query: { kind } } }))).rows,
  };
}

function readImport(id: string) {
  return answer(api.GET(`${base}/{id}`, { params: { path: { id } } }));
}

/** As often as a bar moves for somebody who watches it. */
const LOOK_MS = 400;
/** When the server does not answer; it may be starting again, and the import with it. */
const LOOK_AGAIN_MS = 3_000;

/** An import, looked at again and again while it is under way. */
export function importQuery(id: string) {
  return {
    queryKey: ['imports', 'one', id],
    queryFn: () => readImport(id),
    refetchInterval: ({ state: { data, error } }: Query<Import>) => {
      if (data?.state !== 'waiting' && data?.state !== 'running') return false as const;
      return error ? LOOK_AGAIN_MS : LOOK_MS;
    },
  };
}

/** As many rows as somebody decides on before they look at the next. */
export const PAGE_ROWS = 20;

export interface Look {
  show: ImportRow['state'] | undefined;
  /** Pages count from 1. */
  page: number;
}

/** Every preview of a draft, whichever rows it shows. */
export const previewKey = (id: string) => ['imports', 'preview', id];

export function previewQuery(id: string, { show, page }: Look) {
  const query = { ...(show && { show }), from: (page - 1) * PAGE_ROWS, limit: PAGE_ROWS };
  return {
    queryKey: [...previewKey(id), query],
    queryFn: () => answer(api.GET(`${base}/{id}/preview`, { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
    // What is kept from before may be decided otherwise by now, here or by others.
    staleTime: 0,
  };
}

export function editDraft(id: string, body: ImportEdit) {
  return answer(api.PATCH(`${base}/{id}`, { params: { path: { id } }, body }));
}

/** Fixes, skips or decides on one row; what comes back is the row, checked again. */
export function editRow(id: string, row: number, body: ImportRowEdit) {
  return answer(api.PATCH(`${base}/{id}/rows/{row}`, { params: { path: { id, row } }, body }));
}

export function startImport(id: string) {
  return answer(api.POST(`${base}/{id}/start`, { params: { path: { id } } }));
}

export function discardDraft(id: string) {
  return answer(api.DELETE(`${base}/{id}`, { params: { path: { id } } }));
}

/** Discards a draft unless anybody has decided anything on it. */
export function leaveDraft(id: string) {
  return answer(api.DELETE(`${base}/{id}`, { params: { path: { id }, query: { undecided: true } } }));
}

export function leftOutAddress(id: string): string {
  return `${base}/${id}/left-out.csv`;
}
