import { Badge, Box, Tooltip } from '@mantine/core';
import { useNow } from '../../../../lib/page/use-now.ts';
import type { EnquiryRow } from '../api.ts';
import { dueWords, officeMoment } from '../model/office-moment.ts';

/** How long there is until the due time, or how long it is past. The tooltip has the exact time. */
export function Due({ enquiry: { due_at } }: { enquiry: Pick<EnquiryRow, 'due_at'> }) {
  const now = useNow();
  if (due_at === null) return null;
  const overdue = Date.parse(due_at) < now;
  const look = overdue
    ? { color: 'attention', leftSection: <WarningIcon /> }
    : { variant: 'transparent', c: 'dimmed', px: 0, fw: 400 };
  return (
    <Tooltip label={officeMoment(due_at)}>
      <Badge component="time" dateTime={due_at} {...look}>
        {dueWords(due_at, now)}
      </Badge>
    </Tooltip>
  );
}

function WarningIcon() {
  return (
    <Box component="svg" className="m-icon" w={12} h={12} viewBox="0 0 20 20" aria-hidden>
      <path d="M10 3.5 17.5 16.5h-15zM10 8.5v3.6M10 14.3v.1" />
    </Box>
  );
}
