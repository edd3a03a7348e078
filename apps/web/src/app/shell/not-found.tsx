import { NotFoundMessage } from '@muster/ui/message-page';
import { usePage } from '../../lib/page/page.ts';

export function NotFound() {
  usePage('Page not found');
  return <NotFoundMessage home="/" />;
}
