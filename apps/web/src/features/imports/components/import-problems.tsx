import { Alert, List } from '@mantine/core';
import type { ImportProblem } from '../api.ts';

interface ImportProblemsProps {
  count: number;
  problems: readonly ImportProblem[];
}

/** What stands in the way, row by row as a spreadsheet counts them. */
export function ImportProblems({ count, problems }: ImportProblemsProps) {
  const rest = count - problems.length;
  return (
    <Alert
      color="danger"
      role="alert"
      title={
        count === 1
          ? 'One thing stands in the way'
          : `${count.toLocaleString('en-AU')} things stand in the way`
      }
    >
      Correct them in your table and choose it again, or leave the column out.
      <List size="sm" mt="xs" listStyleType="none">
        {problems.map(({ row, field, text }) => (
          <List.Item key={`${row} ${field} ${text}`}>
            <strong>Row {row}</strong> {text}
          </List.Item>
        ))}
        {rest > 0 && <List.Item>… and {rest.toLocaleString('en-AU')} more.</List.Item>}
      </List>
    </Alert>
  );
}
