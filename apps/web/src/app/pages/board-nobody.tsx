import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyList } from '../../lib/kit/empty-list.tsx';

interface NobodyShownProps {
  /** Whether there is nobody at all, and not only nobody who fits. */
  isNobody: boolean;
  onAll: () => void;
}

/** A board without a row: why, and what to do about it. */
export function NobodyShown({ isNobody, onAll }: NobodyShownProps) {
  return isNobody ? (
    <EmptyList
      title="Add your first technician"
      text="Each technician has a row here: when they work, where they are, and the visits of their day. What waits to be planned is beside it, and goes into a row."
      action={
        <Button variant="filled" renderRoot={(props) => <Link to="/technicians/new" {...props} />}>
          Add a technician
        </Button>
      }
    />
  ) : (
    <EmptyList
      title="Nobody fits the filters"
      text="No technician, and no visit of theirs, fits what is searched and filtered for."
      action={<Button onClick={onAll}>Show everybody</Button>}
    />
  );
}
