/**
 * What businesses type is sent to strangers under their name. Nothing of it may be a link, an address, or pass for something that a
 * mail program reads: whoever gets it has no way to know whose it is.
 */

const address = /[^\s@]+@[^\s@]+\.[^\s@]+/gu;
const link = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S*/giu;
/** What a mail program makes a link of by itself: a dot between words, as in example.com. */
const dotBetween = /(?<=[\p{L}\p{N}])\.(?=\p{L}{2,})/gu;
/** Encoded words (RFC 2047): a header that holds one is shown as what it stands for. */
const encoded = /=\?/gu;
/** Characters that nobody sees, and those that turn the direction of what follows. */
const unseen = /[\p{Cc}\p{Cf}]/gu;

/** Whether a name holds an address or a link, so that whoever types it can be told. */
export function hasLink(text: string): boolean {
  return text.search(link) >= 0 || text.search(address) >= 0;
}

/** A text as a mail may carry it that somebody else has typed: on one line, without links and addresses. */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(unseen, ' ')
    .replaceAll(link, '')
    .replaceAll(address, '')
    .replaceAll(dotBetween, ' ')
    .replaceAll(encoded, '= ?')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
