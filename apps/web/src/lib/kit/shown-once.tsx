import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import './shown-once.css';

interface ShownOnceProps {
  title: string;
  secret: string;
  /** What to do with it. */
  text: string;
  /** Another way to use it than to copy it. */
  link?: { href: string; label: string };
  onDone: () => void;
}

/** A secret that nobody will see again. */
export function ShownOnce({ title, secret, text, link, onDone }: ShownOnceProps) {
  const { copy, copied, error } = useClipboard({ timeout: 4_000 });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Alert color="attention" title={title} role="alert">
      <Text mb="xs">{text} You’ll only see it once.</Text>
      <Code block className="shown-once">
        {secret}
      </Code>
      <Group gap="xs" mt="sm">
        <Button ref={button} variant="filled" onClick={() => copy(secret)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        {link && (
          <Button component="a" href={link.href}>
            {link.label}
          </Button>
        )}
        <Button variant="subtle" onClick={onDone}>
          I’ve saved it
        </Button>
        {error && <Text c="danger">We couldn’t copy it. Select it and copy it yourself.</Text>}
      </Group>
    </Alert>
  );
}
