import { Button } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';
import { Mark } from '@muster/ui/logo';
import { CrashMessage, NotFoundMessage } from '@muster/ui/message-page';
import { Skeleton } from '@muster/ui/skeleton';

export function Messages() {
  return (
    <div className="g-panels">
      <div className="g-panel">
        <EmptyState
          icon={<Mark />}
          title="No technicians yet"
          text="Technicians are the people you schedule. Add the first one to see a row on the board."
          action={<Button>Add a technician</Button>}
        />
      </div>
      <div className="g-panel">
        <Skeleton rows={5} label="Loading customers" />
      </div>
      <div className="g-panel">
        <NotFoundMessage home="#messages" />
      </div>
      <div className="g-panel">
        <CrashMessage home="#messages" reference="7f3a-19c2" onRetry={() => location.reload()} />
      </div>
    </div>
  );
}
