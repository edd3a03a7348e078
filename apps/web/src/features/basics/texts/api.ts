import type { TestText, TextSettingsEdit } from '@muster/domain/basics/texts/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { keyed } from '../../../lib/api/command.ts';

export type KeptText = Awaited<ReturnType<typeof loadTexts>>[number];

/** As the inbox asks for mails again. */
const lookAgainMs = 5_000;

export const keptTextsQuery = { queryKey: ['texts'], queryFn: loadTexts, refetchInterval: lookAgainMs };

function loadTexts() {
  return answer(api.GET('/services/inbox/api/texts'));
}

export type TextSettingsRow = Awaited<ReturnType<typeof loadSettings>>['row'];
export type TextMonthRow = Awaited<ReturnType<typeof loadSettings>>['month'];

const base = '/services/messages/api/v1/texts';

export const textSettingsQuery = {
  queryKey: ['text settings'],
  queryFn: loadSettings,
  meta: { tables: ['text_settings', 'text_services'] },
};

function loadSettings() {
  return answer(api.GET(`${base}/settings`));
}

export function saveTextSettings(body: TextSettingsEdit, key: string) {
  return answer(api.PATCH(`${base}/settings`, { params: keyed(key), body }));
}

export function sendTestText(body: TestText, key: string) {
  return answer(api.POST(`${base}/test`, { params: keyed(key), body }));
}

const AWAITED_MS = 1_000;
const SETTLED_MS = 10_000;

/** What becomes of a text that somebody waits for: looked at often until it has left, and then for its receipt. */
export function textQuery(id: string) {
  return {
    queryKey: ['texts', id],
    queryFn: async () => (await answer(api.GET(`${base}/{id}`, { params: { path: { id } } }))).row,
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data: { state: string } | undefined } }) =>
      state.data?.state === 'waiting' ? AWAITED_MS : SETTLED_MS,
  };
}
