/** A record as somebody read it. The server refuses an edit of a version that is no longer the latest. */
export interface Versioned {
  id: string;
  version: number;
}

/** The versions of records that this page has made itself. */
export interface OwnVersions {
  add: (id: string, version: number) => void;
  /** The version to send for what somebody saw: one further for each edit of their own since, and for nobody else's. */
  since: (id: string, seen: number) => number;
}

export function createOwnVersions(): OwnVersions {
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
