/** How fast a film may be watched. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export function speedWords(speed: number): string {
  return `${speed}×`;
}

const STEP_SECONDS = 5;

type Film = Pick<
  HTMLVideoElement,
  'paused' | 'play' | 'pause' | 'currentTime' | 'duration' | 'muted' | 'playbackRate' | 'requestFullscreen'
> & { readonly textTracks: ArrayLike<Pick<TextTrack, 'mode'>> };

/** Does what a key means while a film is watched; false where it means nothing, or is meant for something else. */
export function pressed(film: Film, { key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const isTyping = target instanceof Element && target.matches('input, textarea, select, [role=option]');
  if (isTyping) return false;
  // A button that has the focus is pressed by it.
  if (key === ' ' && target instanceof Element && target.closest('button, a, label')) return false;
  const deed = keys[key.length === 1 ? key.toLowerCase() : key];
  if (!deed) return false;
  deed(film);
  return true;
}

const keys: Readonly<Record<string, (film: Film) => void>> = {
  ' ': turn,
  k: turn,
  ArrowLeft: (film) => seek(film, -STEP_SECONDS),
  ArrowRight: (film) => seek(film, STEP_SECONDS),
  m: (film) => void (film.muted = !film.muted),
  f: (film) =>
    void (document.fullscreenElement ? document.exitFullscreen() : film.requestFullscreen()).catch(
      () => undefined,
    ),
  c: (film) => {
    const [track] = Array.from(film.textTracks);
    if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing';
  },
  '<': (film) => hurry(film, -1),
  '>': (film) => hurry(film, 1),
};

function turn(film: Film): void {
  if (film.paused) void film.play().catch(() => undefined);
  else film.pause();
}

function seek(film: Film, by: number): void {
  const end = Number.isFinite(film.duration) ? film.duration : Infinity;
  film.currentTime = Math.min(end, Math.max(0, film.currentTime + by));
}

function hurry(film: Film, by: number): void {
  const nearest = speeds.reduce((one, other) =>
    Math.abs(other - film.playbackRate) < Math.abs(one - film.playbackRate) ? other : one,
  );
  film.playbackRate = speeds[Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(nearest) + by))]!;
}
