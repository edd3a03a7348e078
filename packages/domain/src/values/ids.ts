/** The business whose rows may be seen. Only the session gate mints one, so holding it proves that somebody signed in. */
export type AccountId = string & { readonly brand: 'AccountId' };

export type UserId = string & { readonly brand: 'UserId' };

/** How an id is written, for whoever looks for one inside a text. */
export const ID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const id = new RegExp(`^${ID_PATTERN}$`);

/** Whether a text is an id as the database writes them: a UUID, in small letters. */
export function isId(text: string): boolean {
  return id.test(text);
}
