import { createContext, useContext } from 'react';

/** Why nothing can be changed in the account, in words; nothing where it can. */
export const ReadOnlyWords = createContext<string | undefined>(undefined);

/** For a button that would be refused: it says so before it is pressed. */
export function useReadOnly(): string | undefined {
  return useContext(ReadOnlyWords);
}
