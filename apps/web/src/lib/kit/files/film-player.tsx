import { Button, Select, Switch, Text } from '@mantine/core';
import { filmRefusals } from '@muster/domain/field/films/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { captionsOf, convertAgain, posterOf, shareFilm, type ShownFilm, videoOf } from '../../files/films.ts';
import { contentOf, type NamedFile } from '../../files/files.ts';
import { useCommand } from '../form/use-command.ts';
import { CaptionsEditor } from './captions-editor.tsx';
import { FilmLinks } from './film-links.tsx';
import { pressed, speeds, speedWords } from './film-keys.ts';
import './film-player.css';

interface FilmPlayerProps {
  file: NamedFile;
  /** Whether captions can be written and the film can be shown to the customer. */
  canEdit: boolean;
}

/** A film, or how far it is, or why there is none. */
export function FilmPlayer({ file, canEdit }: FilmPlayerProps) {
  const { film } = file;
  if (film === null || film.state === 'waiting') return <Making file={file} progress={film?.progress ?? 0} />;
  if (film.state === 'failed') return <NoFilm file={file} film={film} canEdit={canEdit} />;
  return <Playing key={film.state} file={file} film={film} canEdit={canEdit} />;
}

function Making({ file, progress }: { file: NamedFile; progress: number }) {
  return (
    <output className="film__instead">
      <b>Converting this video</b>
      <span>It’s being made ready to play on every phone and computer.</span>
      <progress value={progress} max={100} aria-label={`Conversion of ${file.name}`} />
      <span>{progress} %</span>
      <Original file={file} />
    </output>
  );
}

function NoFilm({ file, film, canEdit }: FilmPlayerProps & { film: ShownFilm }) {
  const again = useFilmCommand();
  const isKept = film.refusal !== filmRefusals.lost;
  return (
    <div className="film__instead" role="alert">
      <p>
        <b>This video couldn’t be converted</b>
      </p>
      <p>
        {film.refusal} {isKept && 'The original is kept.'}
      </p>
      {isKept && <Original file={file} />}
      {canEdit && isKept && (
        <Button
          variant="default"
          loading={again.isRunning}
          onClick={() =>
            void again.run({
              what: [film.id, film.version, 'convert'],
              send: (key) => convertAgain(film.id, key),
              done: 'The video is being converted again.',
            })
          }
        >
          Convert again
        </Button>
      )}
    </div>
  );
}

function Original({ file }: { file: NamedFile }) {
  return (
    <Button component="a" href={contentOf(file.id)} download={file.name} variant="default">
      Download the original
    </Button>
  );
}

function useFilmCommand() {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  return {
    isRunning,
    run: async (order: Parameters<typeof run>[0]) => {
      const row = await run(order);
      await queryClient.invalidateQueries({ queryKey: ['files'] });
      return row;
    },
  };
}

function Playing({ file, film, canEdit }: FilmPlayerProps & { film: ShownFilm }) {
  const video = useRef<HTMLVideoElement>(null);
  const [speed, setSpeed] = useState(1);
  const [isEditing, setEditing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isAway, setAway] = useState(false);
  const share = useFilmCommand();
  const hasCaptions = film.captions.length > 0;

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!video.current || isEditing || isSharing || !pressed(video.current, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // Before the browser's own controls, which know some of the keys by other names.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);

  return (
    <div className="film">
      {isAway ? (
        <div className="film__instead" role="alert">
          <p>
            <b>This video can’t be played right now</b>
          </p>
          <p>
            {film.state === 'as sent'
              ? 'Your browser can’t play it as it was sent. Download it to play it elsewhere.'
              : 'Check your connection and open it again.'}
          </p>
          <Original file={file} />
        </div>
      ) : (
        <video
          ref={video}
          src={videoOf(film)}
          {...(film.state === 'ready' && { poster: posterOf(film) })}
          controls
          autoPlay
          playsInline
          aria-label={file.name}
          aria-describedby="film-keys"
          onRateChange={({ currentTarget }) => setSpeed(currentTarget.playbackRate)}
          onError={() => setAway(true)}
        >
          <track
            key={film.version}
            kind="captions"
            srcLang="en"
            label="Captions"
            default={hasCaptions}
            {...(hasCaptions && { src: captionsOf(film) })}
          />
        </video>
      )}
      {film.state === 'as sent' && (
        <Text className="film__note" size="sm">
          This server has no ffmpeg, so videos aren’t converted. You’re watching the original, which may not
          play on every device.
        </Text>
      )}
      <div className="film__bar">
        <Select
          aria-label="Speed"
          size="xs"
          w={96}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          data={speeds.map((value) => ({ value: String(value), label: speedWords(value) }))}
          value={String(speed)}
          onChange={(value) => {
            if (video.current && value !== null) video.current.playbackRate = Number(value);
          }}
        />
        {canEdit && (
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            {hasCaptions ? `Captions (${film.captions.length})` : 'Add captions'}
          </Button>
        )}
        {canEdit && (
          <Button variant="default" size="xs" onClick={() => setSharing(true)}>
            Share a link
          </Button>
        )}
        {canEdit && file.visit_id !== null && (
          <Switch
            label="Show on the customer’s page"
            checked={film.is_shared}
            disabled={share.isRunning}
            onChange={({ currentTarget: { checked } }) =>
              void share.run({
                what: [film.id, film.version, checked],
                send: (key) => shareFilm(film.id, { version: film.version, is_shared: checked }, key),
                done: checked
                  ? 'The customer sees this video on the page of the visit.'
                  : 'The customer doesn’t see this video any more.',
              })
            }
          />
        )}
        <p className="film__keys" id="film-keys">
          <kbd>Space</kbd> play · <kbd>←</kbd> <kbd>→</kbd> 5 seconds · <kbd>&lt;</kbd> <kbd>&gt;</kbd> speed
          · <kbd>C</kbd> captions · <kbd>M</kbd> sound · <kbd>F</kbd> full screen
        </p>
      </div>
      {isSharing && <FilmLinks film={film} onClose={() => setSharing(false)} />}
      {isEditing && (
        <CaptionsEditor
          film={film}
          at={() => Math.round((video.current?.currentTime ?? 0) * 1_000)}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}
