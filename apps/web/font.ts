import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

const source = new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
const style = join(import.meta.dirname, '../../packages/ui/src/base.css');
const kept = join(import.meta.dirname, 'node_modules/.fonts');

/** The weights that the style sheets use, kerning, contextual forms and tabular figures: 26 kB instead of 48. */
const cut = {
  targetFormat: 'woff2' as const,
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['kern', 'calt', 'tnum'],
  // With the package's hints letters would stand elsewhere than the fallback font was measured for.
  noHinting: true,
};

/** The file of Inter cut to what the pages use. It takes a second or two, so it is kept until something about it changes. */
export async function cutFont(): Promise<string> {
  const whole = readFileSync(source);
  const letters = lettersOf(readFileSync(style, 'utf8'));
  const key = createHash('sha256').update(whole).update(letters).update(JSON.stringify(cut));
  const file = join(kept, key.digest('base64url').slice(0, 12), 'inter-latin.woff2');
  if (existsSync(file)) return file;
  const made = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(made, await subsetFont(whole, letters, cut));
  renameSync(made, file);
  return file;
}

/** Those that the style sheet says the font is for. */
function lettersOf(css: string): string {
  const [, range = ''] = /unicode-range:([^;]+);/.exec(css) ?? [];
  const spans = [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)];
  const codes = spans.flatMap(([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, at) => start + at);
  });
  return String.fromCodePoint(...codes);
}
