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

/** The same for as long as something says that it is under way, asked whenever that may have changed. */
export function warnWhile(
  isUnderWay: () => boolean,
  subscribe: (listen: () => void) => unknown,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = globalThis,
): void {
  // Each has its own: one that is over must not end the warning of another.
  const ask = (event: Event) => event.preventDefault();
  subscribe(() => {
    if (isUnderWay()) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  });
}

/** Once everything that was under way is done, or refused. */
export async function whenDone(): Promise<void> {
  await Promise.allSettled(open);
}
