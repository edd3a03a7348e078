import { CrashMessage, NotFoundMessage } from '@muster/ui/message-page';
import { PageSkeleton } from '@muster/ui/skeleton';

export function Messages() {
  return (
    <div className="g-panels">
      <div className="g-panel">
        <PageSkeleton heading />
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
