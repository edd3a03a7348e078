import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyListProps {
  /** What is missing. */
  title: string;
  /** What belongs here, in a sentence. */
  text: ReactNode;
  /** The first step: a button or a link. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** The disc behind the icon is twice as wide. */
const indicatorPx = 24;

/** Stands where a list or a page has nothing to show: it says what belongs here and offers the first step. */
export function EmptyList({ title, text, action, icon }: EmptyListProps) {
  return (
    <EmptyState
      variant="light"
      size="sm"
      py="xl"
      px="md"
      icon={icon}
      styles={{ indicator: { fontSize: indicatorPx } }}
    >
      <EmptyState.Title order={2}>{title}</EmptyState.Title>
      <EmptyState.Description>{text}</EmptyState.Description>
      {action && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  );
}
