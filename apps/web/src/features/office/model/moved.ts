import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import type { EnquiryRow, PipelineColumn } from '../api.ts';

/** The columns with one card in another one, before the server has said so. Its due time is not known yet. */
export function moved(
  columns: PipelineColumn[] | undefined,
  enquiry: EnquiryRow,
  to: EnquiryState,
): PipelineColumn[] | undefined {
  return columns?.map((column) => {
    const { state, count, cards } = column;
    if (state === enquiry.state)
      return { ...column, count: count - 1, cards: cards.filter(({ id }) => id !== enquiry.id) };
    if (state !== to) return column;
    return { ...column, count: count + 1, cards: [{ ...enquiry, state: to }, ...cards] };
  });
}
