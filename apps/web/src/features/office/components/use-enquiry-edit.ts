import { useEdit } from '../../../lib/edit.ts';
import { enquiryQuery, undoChange } from '../api.ts';
import type { Enquiry } from '../api.ts';

const conflict =
  'A colleague changed this enquiry while you worked on it. You now see the latest version, and what you typed is still here. Check it, then save again.';

interface Options {
  /** What goes out by mail cannot be taken back. */
  isFinal?: boolean;
  /** The version that an edit made, where it is not the one after the version that was sent. */
  madeBy?: (enquiry: Enquiry) => number | undefined;
}

export function useEnquiryEdit({ id, version }: Enquiry, { isFinal = false, madeBy }: Options = {}) {
  const undo = isFinal ? undefined : undoChange;
  return useEdit<Enquiry>({ id, version }, { queryKey: enquiryQuery(id).queryKey, conflict, undo, madeBy });
}
