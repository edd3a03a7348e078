import { ButtonLink } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';

export function NotFound() {
  return (
    <EmptyState
      title="This page does not exist"
      text="The address may be mistyped, or what it showed has been removed."
      action={<ButtonLink href="/">Go to the start</ButtonLink>}
    />
  );
}
