import { Box, Group, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { openStates } from '@muster/domain/sales/enquiries/pipeline';
import { fromOfficeText, officeText } from '@muster/domain/values/office-time';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import type { Enquiry } from '../api.ts';
import { setDue } from '../api.ts';
import { withOfficeZone, fromPicked, pickerValue, pickedWords } from '../model/office-moment.ts';
import { Due } from './due.tsx';
import { useEnquiryEdit } from './use-enquiry-edit.ts';

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
};

const timeLabels = {
  format: '12h',
  hoursInputLabel: 'Hours',
  minutesInputLabel: 'Minutes',
  amPmInputLabel: 'AM or PM',
} as const;

export function DueForm({ enquiry }: { enquiry: Enquiry }) {
  /** Undefined while nobody has touched the field: then it follows the enquiry. */
  const [typed, setTyped] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const isNarrow = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const id = useId();
  const edit = useEnquiryEdit(enquiry);
  if (!openStates.includes(enquiry.state)) {
    return (
      <Text size="sm" c="dimmed">
        No follow-up due.
      </Text>
    );
  }
  const text = typed ?? (enquiry.due_at ? officeText(enquiry.due_at) : '');
  const due = fromOfficeText(text);
  const label = withOfficeZone('Due', due);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setMissing(due === undefined);
    if (due === undefined) return;
    const isDone = await edit.run({
      what: due,
      send: (target, key) => setDue(target, due, key),
      done: 'Due time changed.',
    });
    if (isDone) setTyped(undefined);
  }

  return (
    <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Group gap="xs" align="end" wrap="nowrap">
        <DateTimePicker
          id={id}
          label={label}
          placeholder="Choose a date and time"
          flex={1}
          hideOutsideDates
          dropdownType={isNarrow ? 'modal' : 'popover'}
          // The calendar is named after the field that opens it.
          popoverProps={{ id }}
          modalProps={{ title: label }}
          ariaLabels={calendarLabels}
          value={pickerValue(text)}
          valueFormat={pickedWords}
          timePickerProps={timeLabels}
          submitButtonProps={{ 'aria-label': 'Done' }}
          readOnly={edit.isRunning}
          error={isMissing && 'Choose a date and time.'}
          onChange={(picked) => {
            edit.begin();
            setTyped(fromPicked(picked));
            setMissing(false);
          }}
        />
        {typed !== undefined && (
          <ActionButton type="submit" busy={edit.isRunning}>
            Save
          </ActionButton>
        )}
      </Group>
      <Box mt={4}>
        <Due enquiry={enquiry} />
      </Box>
      <Refusal text={edit.refusal} />
    </form>
  );
}
