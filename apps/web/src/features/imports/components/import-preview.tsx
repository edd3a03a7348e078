import { Select, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Preview } from '../api.ts';
import { rowMarks } from '../model/import-words.ts';
import './import-preview.css';

interface ImportPreviewProps {
  preview: Preview;
  /** Which field each column is, as far as it was corrected. */
  columns: readonly (string | null)[];
  onColumns: (columns: (string | null)[]) => void;
}

/** What is read out of a mark; the whole of it stands below the table. */
const marked = { problem: 'stands in the way', duplicate: 'looks like what is there' };

/** The columns with what each is taken for, and the first rows below them. */
export function ImportPreview({ preview, columns, onColumns }: ImportPreviewProps) {
  const { fields, rows, count } = preview;
  const choices = fields.map(({ field, title, hint }) => ({
    value: field,
    label: hint ? `${title} (${hint})` : title,
  }));
  // Headings may be alike, and so may rows: what tells them apart is their place, which does not change.
  const heads = preview.columns.map(({ heading }, at) => ({ at, heading, key: `column ${at}` }));
  const marks = rowMarks(preview);
  const lines = rows.map((cells, at) => {
    const number = preview.row_numbers[at]!;
    return { cells, number, mark: marks.get(number) };
  });
  return (
    <Stack gap="xs">
      <section className="import-table" aria-label="The first rows">
        <table>
          <thead>
            <tr>
              <th scope="col" className="import-table__number">
                <Text size="xs" c="dimmed">
                  Row
                </Text>
              </th>
              {heads.map(({ key, heading, at }) => (
                <th key={key} scope="col">
                  <Text size="xs" c="dimmed" truncate>
                    {heading || `Column ${at + 1}`}
                  </Text>
                  <Select
                    aria-label={`Column ${heading || at + 1} is`}
                    placeholder="Left out"
                    clearable
                    data={choices}
                    value={columns[at] ?? null}
                    onChange={(field) => onColumns(columns.map((one, other) => (other === at ? field : one)))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ cells, number, mark }) => (
              <tr key={number} data-mark={mark?.kind}>
                <th scope="row" className="import-table__number" title={mark?.text}>
                  {number}
                  {mark && <VisuallyHidden>{marked[mark.kind]}</VisuallyHidden>}
                </th>
                {heads.map(({ key, at }) => (
                  <td key={key} data-left-out={columns[at] === null || undefined} title={cells[at]}>
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Text size="xs" c="dimmed">
        {count > rows.length
          ? `The first ${rows.length} of ${count.toLocaleString('en-AU')} rows.`
          : `${count} ${count === 1 ? 'row' : 'rows'}.`}
      </Text>
    </Stack>
  );
}
