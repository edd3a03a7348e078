interface Means {
  make: (content: Blob) => string;
  release: (url: string) => void;
  /** Does something when whatever is shown instead is there. */
  later: (work: () => void) => void;
}

/** Pictures as they are on the phone, each made once, and released when nothing shows it any more. */
export function createPreviews({ make, release, later }: Means) {
  const urls = new Map<string, string>();
  const shown = new Map<string, number>();
  const count = (file: string, by: number) => shown.set(file, (shown.get(file) ?? 0) + by);

  function releaseUnshown(file: string): void {
    if (shown.get(file) !== 0) return;
    shown.delete(file);
    const url = urls.get(file);
    if (url === undefined) return;
    urls.delete(file);
    release(url);
  }

  return {
    /** It is shown from here as long as it is on the page, also when it has been sent meanwhile. */
    previewOf(this: void, file: string, content?: Blob): string | undefined {
      const known = urls.get(file);
      // What has been sent is emptied here.
      if (known !== undefined || content === undefined || content.size === 0) return known;
      const made = make(content);
      urls.set(file, made);
      return made;
    },
    /** Whoever shows a file says so, and ends it with what is returned. */
    show(this: void, file: string): () => void {
      count(file, 1);
      return () => {
        count(file, -1);
        // Another part of the page may be about to show it.
        later(() => releaseUnshown(file));
      };
    },
  };
}

export const { previewOf, show } = createPreviews({
  make: (content) => URL.createObjectURL(content),
  release: (url) => URL.revokeObjectURL(url),
  later: (work) => void setTimeout(work),
});
