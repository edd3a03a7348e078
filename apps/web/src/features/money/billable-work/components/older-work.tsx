import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { MOST_OLDER_COUNTED } from '@muster/domain/money/billable-work/schema';
import type { MoneySettingsEdit } from '@muster/domain/money/money-settings/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { olderCountQuery } from '../api.ts';

type OlderWork = Required<Pick<MoneySettingsEdit, 'work_from' | 'work_from_reason'>>;

interface OlderWorkDialogProps {
  /** As it is set now. */
  set: OlderWork;
  /** What it is set to where nothing is. */
  usual: string;
  isRunning: boolean;
  onSet: (wanted: OlderWork) => void;
  onClose: () => void;
}

const mostLetters = 200;

/** From which day on finished work is invoiced here: said once, by whoever has years of it behind them. */
export function OlderWorkDialog({ set, usual, isRunning, onSet, onClose }: OlderWorkDialogProps) {
  const [day, setDay] = useState(set.work_from ?? usual);
  const [reason, setReason] = useState(set.work_from_reason);
  const [isAsked, setAsked] = useState(false);
  const title = 'Leave out older work';

  function send() {
    if (focusUnread()) return;
    setAsked(true);
    if (reason.trim() === '') return;
    onSet({ work_from: day, work_from_reason: reason.trim() });
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <FormFrame label={title} isSaving={isRunning} onSubmit={send} onCancel={onClose}>
        <Stack gap="sm">
          <DayField
            label="Leave out work before"
            value={day}
            onChange={(chosen) => chosen && setDay(chosen)}
          />
          <Count before={day} set={set.work_from} />
          <TextInput
            data-autofocus
            label="Reason"
            placeholder="Invoiced in our old program"
            description="Shown with each visit that is left out"
            error={isAsked && reason.trim() === '' && 'Say why it isn’t invoiced here.'}
            maxLength={mostLetters}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Group justify="flex-end" gap="xs">
            {set.work_from !== null && (
              <ActionButton busy={isRunning} onClick={() => onSet({ work_from: null, work_from_reason: '' })}>
                Bring it all back
              </ActionButton>
            )}
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton variant="filled" busy={isRunning} onClick={send}>
              Leave out
            </ActionButton>
          </Group>
        </Stack>
      </FormFrame>
    </Modal>
  );
}

/** How many are ready now and would be no more. */
function Count({ before, set }: { before: string; set: string | null }) {
  const { data, isError } = useQuery(olderCountQuery(before));
  return (
    <Text aria-live="polite" mih="3lh">
      {isError
        ? 'We couldn’t count these visits. You can still leave them out.'
        : data === undefined
          ? 'Counting…'
          : countWords(data.row.visits, { before, set })}{' '}
      Any of them can still be invoiced, from <em>Left out</em> or its job.
    </Text>
  );
}

function countWords(count: number, { before, set }: { before: string; set: string | null }): string {
  if (set !== null && before < set)
    return `Work from ${dayWords(before)} on will be ready again; what is earlier stays left out.`;
  if (count === 0) return `No visit that is ready now is from before ${dayWords(before)}.`;
  const number = count.toLocaleString('en-AU');
  const many = count === MOST_OLDER_COUNTED ? `${number} or more` : number;
  return count === 1
    ? `1 finished visit from before ${dayWords(before)} will be left out.`
    : `${many} finished visits from before ${dayWords(before)} will be left out.`;
}
