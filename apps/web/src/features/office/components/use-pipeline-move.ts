import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { notify } from '@muster/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sayDone, undoEdit } from '../../../lib/edit.ts';
import { enquiryQuery, move, pipelineKey, undoChange } from '../api.ts';
import type { Enquiry, EnquiryRow, PipelineColumn } from '../api.ts';
import { moved } from '../model/moved.ts';
import { moveDone } from '../model/state-words.ts';

/** A move that takes more than saying so: a reason, or the name of a business. */
export interface AskedMove {
  id: string;
  state: 'lost' | 'provisioned';
}

/** Moves cards from column to column. A card is in its new column at once, and goes back where the server says no. */
export function usePipelineMove() {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedMove>();

  function keep(record: Enquiry) {
    queryClient.setQueryData(enquiryQuery(record.id).queryKey, record);
    return readAgain();
  }
  function readAgain() {
    return queryClient.invalidateQueries({ queryKey: [pipelineKey[0]] });
  }

  async function run(enquiry: EnquiryRow, state: EnquiryState) {
    await queryClient.cancelQueries({ queryKey: pipelineKey });
    queryClient.setQueriesData<PipelineColumn[]>({ queryKey: pipelineKey }, (columns) =>
      moved(columns, enquiry, state),
    );
    try {
      const record = await move(enquiry, state);
      sayDone(
        moveDone(enquiry.name, state),
        () => void undoEdit(record, undoChange, (now) => void keep(now)),
      );
      await keep(record);
    } catch (error) {
      notify({ level: 'error', text: (error as Error).message });
      await readAgain();
    }
  }

  function begin(enquiry: EnquiryRow, state: EnquiryState) {
    if (state === 'provisioned' || state === 'lost') setAsked({ id: enquiry.id, state });
    else void run(enquiry, state);
  }

  return { begin, asked, close: () => setAsked(undefined) };
}
