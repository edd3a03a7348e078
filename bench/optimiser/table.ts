/** Rows as a Markdown table. */
export function markdown(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const [first] = rows;
  if (first === undefined) return '(nothing)\n';
  const columns = Object.keys(first);
  const show = (value: string | number | undefined): string =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value ?? '');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => show(row[column])))),
    '',
  ].join('\n');
}
