import type { OpenTextAnswers } from '@muster/domain/messages/text-answers/schema';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';
import { currentScenario } from './scenario.ts';

const base = '/services/scheduling/api/v1/messages/answers';
const none: OpenTextAnswers = { rows: [], more: 0 };

/** That somebody writes is no change of ours that would be heard. */
const lookAgainMs = 60_000;

/** What customers and strangers wrote, and nobody has dealt with. A scenario hears nobody. */
export function useTextAnswers(): OpenTextAnswers {
  const { data } = useQuery({
    queryKey: ['text answers'],
    queryFn: () => answer(api.GET(base)),
    enabled: currentScenario() === null,
    refetchInterval: lookAgainMs,
    meta: { tables: ['text_answers'] },
  });
  return data ?? none;
}

export function settleAnswer(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/done`, { params: at(id, key) }));
}
