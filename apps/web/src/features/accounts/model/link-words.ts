/** What a page says about its link before it knows what the link is good for. */
export const openingWords = { title: 'Opening your link', lead: 'One moment, please.', isSettled: true };
export const failedWords = {
  title: 'Your link could not be opened',
  lead: 'It is not used up. Try again in a moment.',
};
