interface Answer {
  type: (text: string) => void;
  /** Saves what is typed, unless it is what is kept already; `done` is called when there is nothing left to save. */
  keep: (kept: string, save: (text: string) => Promise<boolean>, done: () => void) => Promise<void>;
}

/**
 * Saves a typed answer once, however many reasons there are to save it at the same moment. What is typed while a save is awaited stays
 * typed, and is saved after it where that was asked for meanwhile.
 */
export function createAnswer(begun: string | undefined): Answer {
  let draft = begun;
  let isSaving = false;
  let isAsked = false;
  async function saveAll(kept: string, save: (text: string) => Promise<boolean>, done: () => void) {
    let known = kept;
    while (isAsked && draft !== undefined) {
      isAsked = false;
      const text = draft;
      if (text !== known && !(await save(text))) return;
      known = text;
      if (draft !== text) continue;
      draft = undefined;
      done();
    }
  }
  return {
    type(text) {
      draft = text;
    },
    async keep(kept, save, done) {
      isAsked = true;
      if (isSaving) return;
      isSaving = true;
      try {
        await saveAll(kept, save, done);
      } finally {
        isSaving = false;
        isAsked = false;
      }
    },
  };
}
