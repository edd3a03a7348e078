import { ActionIcon, Button, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { filmLinkDays } from '@muster/domain/field/film-links/schema';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { filmLinksQuery, makeFilmLink, revokeFilmLink, type ShownFilm } from '../../files/films.ts';
import { day } from '../../format/format.ts';
import { useCommand } from '../form/use-command.ts';
import { FileIcon } from './file-icon.tsx';

const spans = [7, filmLinkDays.usual, 90, filmLinkDays.most].map((days) => ({
  value: String(days),
  label: days === filmLinkDays.most ? 'One year' : `${days} days`,
}));

/** Links by which somebody outside the business watches a film: made for some days, and revoked at any time. */
export function FilmLinks({ film, onClose }: { film: ShownFilm; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const links = useQuery(filmLinksQuery(film.id));
  const [days, setDays] = useState(String(filmLinkDays.usual));
  const readAgain = () => queryClient.invalidateQueries({ queryKey: filmLinksQuery(film.id).queryKey });

  async function make() {
    await run({
      what: [film.id, 'link', days, links.data?.length],
      send: (key) => makeFilmLink(film.id, Number(days), key),
      done: 'Link made. Copy it to send it.',
    });
    await readAgain();
  }

  async function revoke(id: string) {
    await run({
      what: [id, 'revoke'],
      send: (key) => revokeFilmLink(id, key),
      done: 'Link revoked. It no longer opens.',
    });
    await readAgain();
  }

  async function copy(address: string) {
    await navigator.clipboard.writeText(address);
    notify({ level: 'success', text: 'Link copied.' });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Share this video"
      size="lg"
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        Until the link ends, anyone who has it can watch the video without signing in.
        {film.state !== 'as sent' && ' They never get the original.'}
      </Text>
      <Group mt="sm" align="end">
        <Select
          label="The link works for"
          allowDeselect={false}
          data={spans}
          value={days}
          onChange={(value) => value !== null && setDays(value)}
        />
        <Button loading={isRunning} onClick={() => void make()}>
          Make a link
        </Button>
      </Group>
      {links.error && (
        <Text mt="sm" role="alert">
          We couldn’t load the links. {links.error.message}
        </Text>
      )}
      <ul className="film-links" aria-label="Links to this video">
        {links.data?.map(({ id, address, ends_at, first_read_at }) => (
          <li key={id}>
            <TextInput
              readOnly
              size="xs"
              aria-label={`Link until ${day(new Date(ends_at))}`}
              value={address ?? 'Its address can’t be shown any more'}
              description={`Until ${day(new Date(ends_at))} · ${first_read_at === null ? 'not opened yet' : `first opened ${day(new Date(first_read_at))}`}`}
            />
            {address !== null && (
              <Button size="xs" variant="default" onClick={() => void copy(address)}>
                Copy
              </Button>
            )}
            <ActionIcon
              variant="subtle"
              c="dimmed"
              aria-label={`Revoke the link until ${day(new Date(ends_at))}`}
              onClick={() => void revoke(id)}
            >
              <FileIcon name="delete" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
