/** Technicians under one heading. Where nothing is grouped there is one group without a name. */
export interface Group {
  readonly id: string;
  readonly label: string;
  readonly technicians: readonly string[];
}

/** What lies on the board from top to bottom: headings, and the rows of technicians. */
export type Line = { readonly top: number; readonly height: number } & (
  | { readonly group: Group; readonly isClosed: boolean; readonly technician: undefined }
  | { readonly technician: string }
);

const headingPx = 28;

export function layOutLines(
  groups: readonly Group[],
  closed: ReadonlySet<string>,
  heightOf: (technician: string) => number,
): readonly Line[] {
  const lines: Line[] = [];
  let top = 0;
  for (const group of groups) {
    const isClosed = closed.has(group.id);
    if (group.label !== '') {
      lines.push({ group, isClosed, technician: undefined, top, height: headingPx });
      top += headingPx;
    }
    for (const technician of isClosed ? [] : group.technicians) {
      const height = heightOf(technician);
      lines.push({ technician, top, height });
      top += height;
    }
  }
  return lines;
}

/** The last line that begins at or above a height; the first, where none does. */
export function lineIndexAt(lines: readonly Line[], y: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.top <= y) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Whose row is at a height; nobody's on a heading, above the first row and below the last. */
export function technicianAt(lines: readonly Line[], y: number): string | undefined {
  const line = lines[lineIndexAt(lines, y)];
  return line && y >= line.top && y < line.top + line.height ? line.technician : undefined;
}

export function lineOf(lines: readonly Line[], technician: string): Line | undefined {
  return lines.find((line) => line.technician === technician);
}

export function topOf(lines: readonly Line[], technician: string): number | undefined {
  return lineOf(lines, technician)?.top;
}

export function heightOf(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}
