import { Button, Group, TextInput } from '@mantine/core';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { OpenFollowUp } from '@muster/domain/work/follow-ups/schema';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bookReturn, closeJob, dismissFollowUp } from '../../../../lib/board/follow-ups.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';

interface FollowUpItemProps {
  followUp: OpenFollowUp;
  /** Of the business. */
  zone: string;
}

/** What was left in the field for the office to decide, with the ways to. */
export function FollowUpItem({ followUp, zone }: FollowUpItemProps) {
  const { id, version, kind, job_id, number, customer } = followUp;
  const { run, isRunning } = useCommand();
  const queryClient = useQueryClient();
  const [isDismissing, setDismissing] = useState(false);
  const first = useFirstFocus(isDismissing);
  const [reason, setReason] = useState('');
  const job = number.split('/')[0]!;
  const isVisit = kind === 'could not complete';

  async function decide(
    what: string,
    send: (key: string) => Promise<{ change: number; made: boolean }>,
    done: string,
  ) {
    await run({ what: [id, version, what, reason], send, done });
    void queryClient.invalidateQueries({ queryKey: ['follow-ups'] });
  }
  const dismiss = () =>
    void decide('dismiss', (key) => dismissFollowUp(id, reason.trim(), key), `${number} dismissed.`);

  return (
    <li className="attention__item" data-kind={isVisit ? 'follow-up' : 'stray'}>
      <Link className="attention__what" to="/jobs/$number" params={{ number: job }}>
        <em>{titleOf(followUp)}</em>
        <b>
          {customer}, {number}
        </b>
        <span>{isVisit ? visitWords(followUp, zone) : strayWords(followUp, zone)}</span>
      </Link>
      {isDismissing ? (
        <Group gap={4} align="end" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            label="Why nothing more is to be done"
            maxLength={500}
            ref={first}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && reason.trim() !== '') dismiss();
              if (event.key === 'Escape') setDismissing(false);
            }}
          />
          <Button
            size="compact-sm"
            variant="default"
            disabled={reason.trim() === '' || isRunning}
            onClick={dismiss}
          >
            Dismiss
          </Button>
        </Group>
      ) : (
        <Group gap={4}>
          {isVisit && (
            <>
              <Button
                size="compact-xs"
                variant="default"
                disabled={isRunning}
                onClick={() =>
                  void decide(
                    'return',
                    (key) => bookReturn(id, key),
                    `A return visit for ${customer} is unscheduled.`,
                  )
                }
              >
                Book a return visit
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                disabled={isRunning}
                onClick={() => void decide('close', (key) => closeJob(job_id, key), `${job} archived.`)}
              >
                Close the job
              </Button>
            </>
          )}
          <Button
            size="compact-xs"
            variant="default"
            disabled={isRunning}
            aria-label={`Dismiss ${number}`}
            onClick={() => (isVisit ? setDismissing(true) : dismiss())}
          >
            {isVisit ? 'Dismiss…' : 'Dismiss'}
          </Button>
        </Group>
      )}
    </li>
  );
}

function titleOf({ kind, is_cancelled }: OpenFollowUp): string {
  if (kind === 'could not complete') return 'Couldn’t be completed';
  return is_cancelled ? 'Worked at a cancelled visit' : 'Worked at a visit given to someone else';
}

/** "Tue 17 Nov, Dave: Nobody home. Decide what happens next." */
function visitWords({ from, technician, reason }: OpenFollowUp, zone: string): string {
  const when = from === null ? '' : dayInWords(minuteOf(from), zone);
  const head = [when, technician].filter(Boolean).join(', ');
  return `${head === '' ? '' : `${head}: `}${reason.replace(/\.?$/, '.')} Decide what happens next.`;
}

/** It is their working time, and may be the work: what is left of the visit is for somebody to decide. */
function strayWords({ technician, from, to }: OpenFollowUp, zone: string): string {
  const clock = (at: string) => timeInWords(minuteOf(at), zone);
  if (from === null) return `${technician} was there. Check what’s left to do.`;
  const day = dayInWords(minuteOf(from), zone);
  const when = to === null ? `at ${clock(from)}` : `from ${clock(from)} to ${clock(to)}`;
  return `${technician} was there on ${day} ${when}. It counts in their hours. Check what’s left to do.`;
}
