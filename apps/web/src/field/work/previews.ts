const urls = new Map<string, string>();

/** The picture as it is on the phone. It is shown from here as long as the page is open, also when it has been sent. */
export function previewOf(file: string, content?: Blob): string | undefined {
  const known = urls.get(file);
  if (known !== undefined || content === undefined) return known;
  const made = URL.createObjectURL(content);
  urls.set(file, made);
  return made;
}
