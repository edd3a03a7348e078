/** The address alone of what may have a name before it, as in `Help <help@example.com>`. */
export function addressIn(mailbox: string): string {
  return /<(.+)>/.exec(mailbox)?.[1] ?? mailbox;
}
