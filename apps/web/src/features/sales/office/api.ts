import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import { keepPreviousData } from '@tanstack/react-query';
import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';
import { createOwnVersions, type Versioned } from '../../../lib/changes/own-versions.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import { present } from '../../../lib/page/search-params.ts';
import { newer } from '../../../lib/api/queries.ts';
import { filtersOf } from './model/office-search.ts';
import type { Filters, OfficeSearch } from './model/office-search.ts';

export type Enquiry = Awaited<ReturnType<typeof loadEnquiry>>;
export type EnquiryRow = Awaited<ReturnType<typeof loadPage>>['rows'][number];
export type PipelineColumn = Awaited<ReturnType<typeof loadPipeline>>[number];
export type Summary = Awaited<ReturnType<typeof loadSummary>>;
export type Provisioned = Awaited<ReturnType<typeof provision>>;

/** The live stream tells of changes, but not that a due time has passed. */
const lookAgainMs = 60_000;
/** The live stream names it where new enquiries have arrived, so that everything below is read again. */
const topic = 'enquiries';
/** What staff do is told as changes of these. */
const meta = { tables: ['enquiries'] };
const path = '/services/office/api/v1/enquiries/{id}';
const pageRows = 100;

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
    meta,
  };
}

export function enquiriesQuery(search: OfficeSearch): RecordsQuery<EnquiryRow> {
  const query = present<Omit<OfficeSearch, 'view'>>({ ...filtersOf(search), sort: search.sort });
  return {
    queryKey: [topic, 'list', query],
    load: (cursor) => loadPage(query, cursor),
    tables: ['enquiries'],
  };
}

export function enquiryQuery(id: string) {
  return {
    queryKey: [topic, 'one', id],
    queryFn: () => loadEnquiry(id),
    refetchInterval: lookAgainMs,
    meta,
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as Enquiry | undefined, read as Enquiry),
  };
}

export const summaryQuery = {
  queryKey: [topic, 'summary'],
  queryFn: loadSummary,
  refetchInterval: lookAgainMs,
  meta,
};

/** The live stream does not tell of a new colleague, so the list is read again each time it is shown. */
export const staffQuery = { queryKey: ['staff'], queryFn: loadStaff, staleTime: 0 };
export const industriesQuery = { queryKey: ['industries'], queryFn: loadIndustries };

function loadPage(search: Omit<OfficeSearch, 'view'>, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
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

/** The versions that this page has made itself: whoever does two things in a row does not get in their own way. */
const own = createOwnVersions();

async function edited<Saved extends { row: Versioned }>(
  { id, version }: Versioned,
  send: (version: number) => Promise<Saved>,
): Promise<Saved> {
  const saved = await send(own.since(id, version));
  own.add(id, saved.row.version);
  return saved;
}

export function move(target: Versioned, state: EnquiryState, reason: string | undefined, key: string) {
  return edited(target, (version) => {
    const body = { version, state, ...(reason === undefined ? {} : { reason }) };
    return answer(api.POST(`${path}/state`, { params: at(target.id, key), body }));
  });
}

export function addNote(id: string, text: string, key: string) {
  return answer(api.POST(`${path}/note`, { params: at(id, key), body: { text } }));
}

export function setOwner(target: Versioned, owner_id: string | null, key: string) {
  return edited(target, (version) =>
    answer(api.POST(`${path}/owner`, { params: at(target.id, key), body: { version, owner_id } })),
  );
}

export function setDue(target: Versioned, due_at: string, key: string) {
  return edited(target, (version) =>
    answer(api.POST(`${path}/due`, { params: at(target.id, key), body: { version, due_at } })),
  );
}

interface Opening {
  name: string;
  /** How they pay; nothing, where nothing is charged. */
  collection: 'card' | 'invoice' | undefined;
}

/** Invites the owner at the address in the enquiry, or at `other`. */
export function provision(target: Versioned, opening: Opening, other: string | undefined, key: string) {
  return edited(target, (version) => {
    const { name, collection } = opening;
    const body = {
      version,
      name,
      ...(collection === undefined ? {} : { collection }),
      ...(other === undefined ? {} : { email: other }),
    };
    return answer(api.POST(`${path}/provision`, { params: at(target.id, key), body }));
  });
}

export function inviteAgain(target: Versioned, other: string | undefined, key: string) {
  return edited(target, (version) => {
    const body = { version, ...(other === undefined ? {} : { email: other }) };
    return answer(api.POST(`${path}/invite`, { params: at(target.id, key), body }));
  });
}
