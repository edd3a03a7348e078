import { Button } from '@mantine/core';
import { requestInWords } from '@muster/domain/messages/visit-requests/rules';
import type { ShownVisitRequest } from '@muster/domain/messages/visit-requests/schema';
import { Link } from '@tanstack/react-router';
import { RequestActions } from '../../../../lib/kit/request-actions.tsx';

interface RequestItemProps {
  request: ShownVisitRequest;
  onFindSlot: (visit: string) => void;
}

/** What a customer asked for or told on the page of their visit, with the ways to settle it. */
export function RequestItem({ request, onFindSlot }: RequestItemProps) {
  const { kind, content, visit_id, number, customer } = request;
  return (
    <li className="attention__item" data-kind={kind === 'word' ? 'word' : 'request'}>
      <Link className="attention__what" to="/jobs/$number" params={{ number: number.split('/')[0]! }}>
        <em>{titles[kind]}</em>
        <b>
          {customer}, {number}
        </b>
        <span>
          {customer} {requestInWords(kind, content)}.
        </span>
      </Link>
      <RequestActions request={request}>
        {kind === 'another time' && (
          <Button size="compact-xs" variant="default" onClick={() => onFindSlot(visit_id)}>
            Find a slot
          </Button>
        )}
      </RequestActions>
    </li>
  );
}

const titles: Record<ShownVisitRequest['kind'], string> = {
  'another time': 'Asks for another time',
  cancel: 'Asks to cancel',
  note: 'Note from the customer',
  'gate code': 'How to get in',
  word: 'Not content',
};
