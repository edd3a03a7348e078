import { extractText, getDocumentProxy } from 'unpdf';

/** What somebody reads in a document, page by page. */
export async function pdfText(document: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(document)));
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}
