import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

interface Import {
  /** As written. */
  specifier: string;
  /** Erased when the program runs: it shapes nothing and carries no weight. */
  typeOnly: boolean;
  /** The file it leads to, from the root of the tree; undefined for a package. */
  file: string | undefined;
}

export interface Source {
  path: string;
  text: string;
  imports: Import[];
}

const statement =
  /\b(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)/g;

export function readSources(root: string): Source[] {
  const paths = globSync(['apps/*/{src,seed,test}/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'], {
    cwd: root,
  }).sort();
  const known = new Set(paths);
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
    const imports = [...code.matchAll(statement)].map((match) => {
      const specifier = (match[3] ?? match[4])!;
      return { specifier, typeOnly: match[2] !== undefined, file: resolve(path, specifier, known) };
    });
    return { path, text, imports };
  });
}

function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const workspace = /^@muster\/(\w+)\/(.+)$/.exec(specifier);
  if (!workspace) return undefined;
  const base = `packages/${workspace[1]}/src/${workspace[2]}`;
  return [`${base}.ts`, `${base}.tsx`].find((path) => known.has(path)) ?? base;
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/test/');
}
