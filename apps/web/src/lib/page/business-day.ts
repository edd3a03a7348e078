import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { createContext, useContext } from 'react';

/** Where the clocks of the business are that a page is of; none on the pages of Muster's own staff. */
export const BusinessZone = createContext<string | undefined>(undefined);

/** What day it is at the business, wherever whoever asks is: the office's tomorrow is what everybody plans for. */
export function useBusinessDay(): () => string {
  const zone = useContext(BusinessZone);
  return () => dateAt(minuteAt(Date.now()), zone ?? ownZone());
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
