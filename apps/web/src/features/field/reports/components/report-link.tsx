import { Button } from '@mantine/core';
import { isOver, type VisitState } from '@muster/domain/work/visits/states';
import { Link } from '@tanstack/react-router';

/** The way to the report of a visit, as soon as somebody has said how it went. */
export function ReportLink({ visit, number }: { visit: { id: string; state: VisitState }; number: string }) {
  if (!isOver(visit.state)) return null;
  return (
    <Button
      size="compact-sm"
      w="fit-content"
      aria-label={`Visit report ${number}`}
      renderRoot={(props) => <Link to="/visits/$id/report" params={{ id: visit.id }} {...props} />}
    >
      Report
    </Button>
  );
}
