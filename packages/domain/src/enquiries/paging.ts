/** Further than anybody leafs; whoever looks for something searches. */
export const LAST_PAGE = 200;
export const PAGE_SIZE = 50;
