import { Text } from '@mantine/core';
import { canBeAnswered, partsOf, priceWords, straighten } from '@muster/domain/basics/texts/rules';
import { ActionButton } from './action-button.tsx';

/** As long as the addresses are that it leaves with: what `{link}` stands for, and the way out where nobody can answer. */
function asItLeaves(body: string, sender: string): string {
  const token = 'x'.repeat(22);
  const written = body.replaceAll('{link}', `${location.origin}/v/${token}`);
  return sender === '' || canBeAnswered(sender)
    ? written
    : `${written}\nStop texts: ${location.origin}/o/${token}`;
}

interface TextLengthProps {
  body: string;
  /** What a part costs, in hundredths of a cent. */
  partPrice: number;
  /** Who it comes from: one of letters adds a link that ends them. */
  sender: string;
  /** Is given the same words with plain quotes and dashes. */
  onStraighten: (body: string) => void;
}

/** Below the field of a text while it is typed: how long it is and what it costs, and what would make it cheaper. */
export function TextLength({ body, partPrice, sender, onStraighten }: TextLengthProps) {
  const { encoding, characters, parts, left } = partsOf(asItLeaves(body, sender));
  const plain = straighten(body);
  const saved = parts - partsOf(asItLeaves(plain, sender)).parts;
  return (
    <div className="text-length">
      <Text component="output" size="sm" c="dimmed">
        {characters === 1 ? '1 character' : `${characters} characters`} ·{' '}
        {parts === 1 ? '1 part' : `${parts} parts`} ({left} left) · {priceWords(parts * partPrice)}
      </Text>
      {encoding === 'UCS-2' && (
        <Text size="sm" c="dimmed">
          {saved > 0
            ? `Curly quotes or dashes make it ${saved === 1 ? 'a part' : `${saved} parts`} longer.`
            : 'Letters outside the usual set leave room for 70 in a part, not 160.'}
        </Text>
      )}
      {plain !== body && (
        <ActionButton size="compact-sm" variant="light" onClick={() => onStraighten(plain)}>
          Straighten quotes and dashes
        </ActionButton>
      )}
    </div>
  );
}
