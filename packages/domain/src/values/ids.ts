/** The business whose rows may be seen. Only the session gate mints one, so holding it proves that somebody signed in. */
export type AccountId = string & { readonly brand: 'AccountId' };

export type UserId = string & { readonly brand: 'UserId' };
