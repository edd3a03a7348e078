import { answer, api } from '../../../lib/api/api.ts';

export type KeptText = Awaited<ReturnType<typeof loadTexts>>[number];

/** As the inbox asks for mails again. */
const lookAgainMs = 5_000;

export const keptTextsQuery = { queryKey: ['texts'], queryFn: loadTexts, refetchInterval: lookAgainMs };

function loadTexts() {
  return answer(api.GET('/services/inbox/api/texts'));
}
