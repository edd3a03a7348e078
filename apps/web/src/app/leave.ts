/** The login page is a document of its own; it brings people back to where they were. */
export function goToLogin(): void {
  const { pathname, search, hash } = location;
  const here = pathname + search + hash;
  location.replace(here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`);
}
