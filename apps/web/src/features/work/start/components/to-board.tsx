import { Button, Text } from '@mantine/core';
import './start.css';

/** Nobody has to finish the first steps to look around. */
export function ToBoard({ onBoard }: { onBoard: () => void }) {
  return (
    <Button variant="subtle" mr="auto" onClick={onBoard}>
      Do this later and go to the board
    </Button>
  );
}

/** Above the board of a business that is not set up: the way back. */
export function UnfinishedNote({ onGoOn }: { onGoOn: () => void }) {
  return (
    <div className="start__samples">
      <Text>You haven’t finished setting up.</Text>
      <Button onClick={onGoOn}>Continue set-up</Button>
    </div>
  );
}
