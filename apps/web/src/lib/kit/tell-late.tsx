import type { ButtonProps } from '@mantine/core';
import type { LateNews } from '@muster/domain/work/visits/late';
import { lengthInWords, timeInWords } from '@muster/domain/values/clock-words';
import { listInWords } from '@muster/domain/values/words';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';
import { currentScenario } from '../board/scenario.ts';
import { ActionButton } from './action-button.tsx';
import { useCommand } from './form/use-command.ts';

interface TellLateProps extends Pick<ButtonProps, 'size' | 'variant'> {
  visit: string;
  news: LateNews;
  /** Of the site. */
  zone: string;
}

/** One press tells the customer of a delay, a minute later; where nobody can be told, the refusal says whom to ring. */
export function TellLate({ visit, news, zone, size = 'compact-xs', variant = 'default' }: TellLateProps) {
  const { run, isRunning } = useCommand();
  // What is only tried is told to nobody.
  if (currentScenario() !== null) return null;
  const { by } = news;
  return (
    <ActionButton
      size={size}
      variant={variant}
      busy={isRunning}
      onClick={() =>
        void run({
          what: [visit, by],
          send: (key) =>
            answer(
              api.POST('/services/scheduling/api/v1/visits/{id}/late', {
                params: at(visit, key),
                body: { minutes: by },
              }),
            ),
          done: ({ told, expected_at }) =>
            `${listInWords(told)} will get a message in a minute: expect us about ${timeInWords(minuteOf(expected_at), zone)}.`,
        })
      }
    >
      Tell the customer: about {lengthInWords(by)} late
    </ActionButton>
  );
}
