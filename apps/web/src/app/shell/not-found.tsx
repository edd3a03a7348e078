import { NotFoundMessage } from '@muster/ui/message-page';

export function NotFound() {
  return <NotFoundMessage home="/" />;
}
