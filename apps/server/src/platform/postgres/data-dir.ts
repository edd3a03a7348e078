/** Where the built-in PostgreSQL lives: DATA_DIR, or a folder that the user it runs as can reach. */
export function dataDir(_: { configured: string | undefined; repoDir: string }): string {
  throw new Error('not built yet');
}
