import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CardServiceRow } from '../api.ts';

/** Whether customers can pay by card at the moment, and the way to where that is set. */
export function CardStanding({ service }: { service: CardServiceRow | null }) {
  const { color, word, text } = standingOf(service);
  return (
    <div>
      <Badge color={color}>{word}</Badge>
      <Text mt="xs">
        {text} <Link to="/settings/connections">{service ? 'Open Connections' : 'Connect Stripe'}</Link>
      </Text>
    </div>
  );
}

/** The most urgent first. */
function standingOf(service: CardServiceRow | null) {
  if (service === null)
    return {
      color: 'grey',
      word: 'Off',
      text: 'Customers can’t pay by card. To let them, connect a Stripe account of your own.',
    };
  const { name, stripe_account, needs_reconnect, stopped_because, is_enabled, takes_payments, is_test } =
    service;
  const bad = { color: 'danger', word: 'Not working' };
  if (needs_reconnect)
    return {
      ...bad,
      text: 'Customers can’t pay by card: this server can’t read your key anymore. Enter it again.',
    };
  if (stopped_because !== '') return { ...bad, text: `Customers can’t pay by card. ${stopped_because}` };
  if (takes_payments === false)
    return { ...bad, text: 'Customers can’t pay by card: Stripe doesn’t let your account take payments.' };
  if (!is_enabled)
    return { color: 'grey', word: 'Paused', text: 'Customers can’t pay by card until you resume it.' };
  if (is_test)
    return {
      color: 'attention',
      word: 'Test mode',
      text: 'You can try paying by card, but no money moves and real cards don’t work.',
    };
  return {
    color: 'ok',
    word: 'On',
    text: `Customers pay by card into ${name === '' ? stripe_account : name}.`,
  };
}
