import { Button, Text } from '@mantine/core';
import './start.css';

/** Nobody has to finish the first steps to look around. */
export function ToBoard({ onBoard }: { onBoard: () => void }) {
  return (
    <Button variant="subtle" mr="auto" onClick={onBoard}>
      Go to the board, and do this later
    </Button>
  );
}

/** Above the board of a business that is not set up: the way back. */
export function UnfinishedNote({ onGoOn }: { onGoOn: () => void }) {
  return (
    <div className="start__samples">
      <Text>Your first steps are not finished yet.</Text>
      <Button onClick={onGoOn}>Go on with them</Button>
    </div>
  );
}
