import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import type { EnquiryRow, PipelineColumn } from '../api.ts';

/** Where each card was moved to that the server has not answered about yet, by its id. */
export type PendingMoves = ReadonlyMap<string, EnquiryState>;

/** The columns with the moved cards where they were moved to. Their due times are not known yet. */
export function moved(columns: PipelineColumn[], moves: PendingMoves): PipelineColumn[] {
  return [...moves].reduce((before, [id, to]) => withMove(before, id, to), columns);
}

function withMove(columns: PipelineColumn[], id: string, to: EnquiryState): PipelineColumn[] {
  const card = cardIn(columns, id);
  if (!card || card.state === to) return columns;
  return columns.map((column) => {
    const { state, count, cards } = column;
    if (state === card.state)
      return { ...column, count: count - 1, cards: cards.filter((one) => one !== card) };
    if (state !== to) return column;
    return { ...column, count: count + 1, cards: [{ ...card, state: to }, ...cards] };
  });
}

export function cardIn(columns: readonly PipelineColumn[], id: string | undefined): EnquiryRow | undefined {
  return columns.flatMap(({ cards }) => cards).find((card) => card.id === id);
}
