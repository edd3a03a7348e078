/** The versions of enquiries that this page itself has made. */
export interface OwnChanges {
  add: (id: string, version: number) => void;
  /** The version to send for what somebody saw: further on by what they changed themselves since, and by nothing else. */
  since: (id: string, seen: number) => number;
}

export function createOwnChanges(): OwnChanges {
  const made = new Set<string>();
  const key = (id: string, version: number) => `${id} ${version}`;
  return {
    add: (id, version) => void made.add(key(id, version)),
    since(id, seen) {
      let version = seen;
      while (made.has(key(id, version + 1))) version++;
      return version;
    },
  };
}
