import { Button, Group } from '@mantine/core';
import type { OpenTextAnswer } from '@muster/domain/messages/text-answers/schema';
import { Link } from '@tanstack/react-router';
import { settleAnswer } from '../../../../lib/board/text-answers.ts';
import { RingButton } from '../../../../lib/kit/phone-link.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';

/** What somebody wrote to the business by text, with what can be done about it. */
export function AnswerItem({ answer }: { answer: OpenTextAnswer }) {
  const { id, number, body, customer_id, name } = answer;
  const { run, isRunning } = useCommand();
  const words = (
    <>
      <em>Text from {customer_id === null ? 'a number we don’t know' : 'a customer'}</em>
      <b>{name || number}</b>
      <span>{body}</span>
    </>
  );
  return (
    <li className="attention__item" data-kind="answer">
      {customer_id === null ? (
        <div className="attention__what">{words}</div>
      ) : (
        <Link className="attention__what" to="/customers/$id" params={{ id: customer_id }}>
          {words}
        </Link>
      )}
      <Group gap={4}>
        <RingButton number={number}>Call {number}</RingButton>
        <Button
          size="compact-xs"
          variant="default"
          disabled={isRunning}
          aria-label={`Done with the text from ${name || number}`}
          onClick={() =>
            void run({ what: [id, 'done'], send: (key) => settleAnswer(id, key), done: 'Done.' })
          }
        >
          Done
        </Button>
      </Group>
    </li>
  );
}
