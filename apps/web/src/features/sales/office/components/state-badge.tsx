import { Badge, Box } from '@mantine/core';
import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import { stateColors } from '../model/state-colors.ts';
import { stateNames } from '../model/state-words.ts';

/** Strokes on the same 20 px grid as the icons of packages/ui. */
const strokes: Record<EnquiryState, string> = {
  new: 'M10 3.5l1.9 4.6 4.6 1.9-4.6 1.9L10 16.5l-1.9-4.6L3.5 10l4.6-1.9z',
  contacted: 'M4 5h12v8.5H9.5L6 16.5v-3H4z',
  qualified: 'M4 6l1.5 1.5L8 4.8M4 13l1.5 1.5L8 11.8M11 6.5h5M11 13.5h5',
  won: 'M6 17V3.5M6 4.5h9l-2 3 2 3H6',
  provisioned: 'M4 10.5l3.4 3.4L16 5.5',
  lost: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  spam: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM5.5 5.5l9 9',
};

export function StateIcon({ state }: { state: EnquiryState }) {
  return (
    <Box
      component="svg"
      className="m-icon"
      c={stateColors[state]}
      w={14}
      h={14}
      viewBox="0 0 20 20"
      aria-hidden
    >
      <path d={strokes[state]} />
    </Box>
  );
}

export function StateBadge({ state }: { state: EnquiryState }) {
  return (
    <Badge color={stateColors[state]} leftSection={<StateIcon state={state} />}>
      {stateNames[state]}
    </Badge>
  );
}
