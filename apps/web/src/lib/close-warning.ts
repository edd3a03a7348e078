const open = new Set<Promise<unknown>>();

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Asks whoever closes or reloads the page before it is done. Going elsewhere in the application ends nothing. */
export function warnUntil(done: Promise<unknown>): void {
  open.add(done);
  addEventListener('beforeunload', warn);
  const over = () => {
    open.delete(done);
    if (open.size === 0) removeEventListener('beforeunload', warn);
  };
  void done.then(over, over);
}

/** Once everything that was under way is done, or refused. */
export async function whenDone(): Promise<void> {
  await Promise.allSettled(open);
}
