import type { JobTypeEdit, NewJobType } from '@muster/domain/work/job-types/schema';
import type { MessageKind } from '@muster/domain/work/visits/rules';
import type { BusinessEdit } from '@muster/domain/work/settings/schema';
import type { NewSkill, SkillEdit } from '@muster/domain/work/skills/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { commandId } from '../../../lib/api/command.ts';
import { newer } from '../../../lib/api/queries.ts';
import { upload } from '../../../lib/files/upload.ts';

export type Business = Awaited<ReturnType<typeof loadBusiness>>;

const base = '/services/scheduling/api/v1';

export const businessQuery = {
  queryKey: ['settings'],
  queryFn: loadBusiness,
  meta: { tables: ['accounts'] },
  structuralSharing: (known: unknown, read: unknown) =>
    newer(known as Business | undefined, read as Business),
};

/** Whether addresses are looked up, and how many wait. */
export const geocoderQuery = {
  queryKey: ['geocoder'],
  queryFn: () => answer(api.GET(`${base}/geocoder`)),
  meta: { tables: ['sites'] },
};

/** Asked for each time: it changes without anybody changing anything. */
export const roadStateQuery = {
  queryKey: ['road-state'],
  queryFn: () => answer(api.GET(`${base}/roads`)),
  staleTime: 0,
};

/** The trades that there are; they hardly ever change. */
export const tradesQuery = {
  queryKey: ['trades'],
  queryFn: () => answer(api.GET('/services/subscription/api/v1/industries')),
  staleTime: Infinity,
};

async function loadBusiness() {
  return (await answer(api.GET(`${base}/settings`))).row;
}

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });

export function editBusiness(body: BusinessEdit, key: string) {
  return answer(api.PATCH(`${base}/settings`, { params: keyed(key), body }));
}

/** How long to wait between two looks at a picture that somebody is looking at. */
const LOOK_AGAIN_MS = 400;

/** Sends a picture and waits until it was looked at. Throws what is wrong with it, in words. */
export async function sendLogo(business: string, content: File, signal: AbortSignal): Promise<string> {
  const id = commandId();
  const about = { kind: 'logo', subject: 'business', subject_id: business } as const;
  await upload({ id, content, name: content.name, ...about }, { signal });
  for (;;) {
    const params = { path: { id } };
    const { row } = await answer(api.GET('/services/filesystem/api/v1/files/{id}', { params, signal }));
    if (row.state === 'refused') throw new Error(row.refusal);
    if (row.state === 'ready') return id;
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
    signal.throwIfAborted();
  }
}

/** Where a mail is shown as it would look with settings that are not saved yet. */
export function previewAddress(
  { name, phone, abn, trade_licence, colour, logo_id }: Business,
  theme: 'light' | 'dark',
): string {
  const told = {
    name,
    phone,
    abn: abn ?? '',
    trade_licence,
    colour: colour ?? '',
    logo: logo_id ?? '',
    theme,
  };
  const given = Object.entries(told).filter(([, value]) => value !== '');
  return `${base}/settings/preview?${new URLSearchParams(given)}`;
}

/** What a message of that kind is filled in with: for the next visit of the business, or a made-up one. */
export function messageSampleQuery(kind: MessageKind) {
  return {
    queryKey: ['message sample', kind],
    queryFn: () => answer(api.GET(`${base}/settings/message-sample`, { params: { query: { kind } } })),
    meta: { tables: ['accounts', 'assignments'] },
  };
}

/** Sends a link to the address for answers. */
export function sendConfirmation() {
  return answer(api.POST(`${base}/settings/email/confirmation`));
}

export function confirmEmail(token: string, key: string) {
  return answer(api.POST(`${base}/settings/email/confirm`, { params: keyed(key), body: { token } }));
}

export function addJobType(body: NewJobType, key: string) {
  return answer(api.POST(`${base}/job-types`, { params: keyed(key), body }));
}

export function editJobType(id: string, body: JobTypeEdit, key: string) {
  return answer(api.PATCH(`${base}/job-types/{id}`, { params: at(id, key), body }));
}

export function archiveJobType(id: string, key: string) {
  return answer(api.POST(`${base}/job-types/{id}/archive`, { params: at(id, key) }));
}

export function restoreJobType(id: string, key: string) {
  return answer(api.POST(`${base}/job-types/{id}/restore`, { params: at(id, key) }));
}

export function addSkill(body: NewSkill, key: string) {
  return answer(api.POST(`${base}/skills`, { params: keyed(key), body }));
}

export function editSkill(id: string, body: SkillEdit, key: string) {
  return answer(api.PATCH(`${base}/skills/{id}`, { params: at(id, key), body }));
}

export function archiveSkill(id: string, key: string) {
  return answer(api.POST(`${base}/skills/{id}/archive`, { params: at(id, key) }));
}

export function restoreSkill(id: string, key: string) {
  return answer(api.POST(`${base}/skills/{id}/restore`, { params: at(id, key) }));
}
