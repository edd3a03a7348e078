import { Select, Stack, Text } from '@mantine/core';
import type { Preview } from '../api.ts';
import './import-preview.css';

interface ImportPreviewProps {
  preview: Preview;
  /** Which field each column is, as far as it was corrected. */
  columns: readonly (string | null)[];
  onColumns: (columns: (string | null)[]) => void;
}

/** The columns with what each is taken for, and the first rows below them. */
export function ImportPreview({ preview, columns, onColumns }: ImportPreviewProps) {
  const { fields, rows, count } = preview;
  const choices = fields.map(({ field, title, hint }) => ({
    value: field,
    label: hint ? `${title} (${hint})` : title,
  }));
  // Headings may be alike, and so may rows: what tells them apart is their place, which does not change.
  const heads = preview.columns.map(({ heading }, at) => ({ at, heading, key: `column ${at}` }));
  const lines = rows.map((cells, at) => ({ cells, key: `row ${at}` }));
  return (
    <Stack gap="xs">
      <section className="import-table" aria-label="The first rows">
        <table>
          <thead>
            <tr>
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
            {lines.map(({ cells, ...line }) => (
              <tr key={line.key}>
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
