import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { keepPreviousData } from '@tanstack/react-query';
import { answer, api } from '../../lib/api.ts';
import type { Versioned } from '../../lib/edit.ts';
import { newer } from '../../lib/newer.ts';
import { filtersOf } from './model/office-search.ts';
import type { Filters, OfficeSearch } from './model/office-search.ts';

export type Enquiry = Awaited<ReturnType<typeof loadEnquiry>>;
export type EnquiryRow = Awaited<ReturnType<typeof loadPage>>['rows'][number];
export type PipelineColumn = Awaited<ReturnType<typeof loadPipeline>>[number];
export type EnquiryPage = Awaited<ReturnType<typeof loadPage>>;
export type HistoryEntry = Enquiry['history'][number];
export type Summary = Awaited<ReturnType<typeof loadSummary>>;
export type Provisioned = Awaited<ReturnType<typeof provision>>;

/** The live stream tells of changes, but not that a due time has passed. */
const lookAgainMs = 60_000;
/** Live events name this topic, so that everything below is read again. */
const topic = 'enquiries';
const path = '/services/office/api/v1/enquiries/{id}';

/** All that is kept of the pipeline, however it is filtered. */
export const pipelineKey = [topic, 'pipeline'] as const;

export function pipelineQuery(search: OfficeSearch) {
  // Each state has a column of its own.
  const { state: _, ...filters } = filtersOf(search);
  return {
    queryKey: [...pipelineKey, filters],
    queryFn: () => loadPipeline(filters),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  };
}

export function pageQuery(search: OfficeSearch) {
  const { view: _, ...query } = search;
  return {
    queryKey: [topic, 'page', query],
    queryFn: () => loadPage(query),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  };
}

export function enquiryQuery(id: string) {
  return {
    queryKey: [topic, 'one', id],
    queryFn: () => loadEnquiry(id),
    refetchInterval: lookAgainMs,
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as Enquiry | undefined, read as Enquiry),
  };
}

export const summaryQuery = {
  queryKey: [topic, 'summary'],
  queryFn: loadSummary,
  refetchInterval: lookAgainMs,
};

/** The live stream does not tell of a new colleague, so the list is read again each time it is shown. */
export const staffQuery = { queryKey: ['staff'], queryFn: loadStaff, staleTime: 0 };
export const industriesQuery = { queryKey: ['industries'], queryFn: loadIndustries };

function loadPage(query: Omit<OfficeSearch, 'view'>) {
  return answer(api.GET('/services/office/api/v1/enquiries', { params: { query } }));
}

function loadEnquiry(id: string) {
  return answer(api.GET(path, { params: { path: { id } } }));
}

function loadSummary() {
  return answer(api.GET('/services/office/api/v1/summary'));
}

function loadStaff() {
  return answer(api.GET('/services/office/api/v1/staff'));
}

function loadIndustries() {
  return answer(api.GET('/services/subscription/api/v1/industries'));
}

async function loadPipeline(query: Omit<Filters, 'state'>) {
  const { columns } = await answer(api.GET('/services/office/api/v1/pipeline', { params: { query } }));
  return columns;
}

function at({ id, version }: Versioned) {
  return { params: { path: { id } }, body: { version } };
}

export function move(target: Versioned, state: EnquiryState, reason?: string) {
  const { params, body } = at(target);
  const wanted = { ...body, state, ...(reason === undefined ? {} : { reason }) };
  return answer(api.POST(`${path}/state`, { params, body: wanted }));
}

/** A note that is sent twice with the same key is added once. */
export function addNote(id: string, text: string, key: string) {
  const params = { path: { id }, header: { 'idempotency-key': key } };
  return answer(api.POST(`${path}/note`, { params, body: { text } }));
}

export function setOwner(target: Versioned, owner_id: string | null) {
  const { params, body } = at(target);
  return answer(api.POST(`${path}/owner`, { params, body: { ...body, owner_id } }));
}

export function setDue(target: Versioned, due_at: string) {
  const { params, body } = at(target);
  return answer(api.POST(`${path}/due`, { params, body: { ...body, due_at } }));
}

/** Takes one's own latest change back. */
export function undoChange(target: Versioned) {
  return answer(api.POST(`${path}/undo`, at(target)));
}

/** Invites the owner at the address in the enquiry, or at `other`. */
export function provision(target: Versioned, name: string, other: string | undefined) {
  const { params, body } = inviting(target, other);
  return answer(api.POST(`${path}/provision`, { params, body: { ...body, name } }));
}

export function inviteAgain(target: Versioned, other: string | undefined) {
  return answer(api.POST(`${path}/invite`, inviting(target, other)));
}

function inviting(target: Versioned, other: string | undefined) {
  const { params, body } = at(target);
  return { params, body: { ...body, ...(other === undefined ? {} : { email: other }) } };
}
