import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { MINUTE_MS } from '@muster/domain/values/minutes';

/** Where the two programs are that read films and write them. */
export interface FilmPrograms {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** The one that the settings name, with its fellow beside it, or those of the PATH. */
export function filmPrograms({ FFMPEG_PATH }: { readonly FFMPEG_PATH: string | undefined }): FilmPrograms {
  if (FFMPEG_PATH === undefined) return { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  return { ffmpeg: FFMPEG_PATH, ffprobe: join(dirname(FFMPEG_PATH), 'ffprobe') };
}

/** How a film came, by its first bytes: nothing but these is ever opened, so that no list of other files is read as a film. */
export type FilmContainer = 'mov' | 'matroska';

/** A film that plays everywhere, with a picture of it. */
export interface MadeFilm {
  readonly path: string;
  readonly bytes: number;
  readonly poster: Buffer;
  readonly milliseconds: number;
  readonly width: number;
  readonly height: number;
}

/** Why no film came of it; all of these are of the film, and no other try would end otherwise. */
export type FilmProblem = 'damaged' | 'no picture' | 'too large' | 'too long' | 'too much';

export type Transcoded = { readonly made: MadeFilm } | { readonly problem: FilmProblem | 'no program' };

/** What a film may take of the machine. Time is on the processor, so that a busy machine makes no difference. */
export interface FilmLimits {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly bytes: number;
  readonly memoryBytes: number;
}

export const usualFilmLimits = {
  cpuSeconds: 1_800,
  bytes: 600_000_000,
  memoryBytes: 3_000_000_000,
} as const satisfies Omit<FilmLimits, 'seconds'>;

/** Four times what the cameras of phones take at most. */
const MOST_PIXELS = 40_000_000;
/** Something is wrong with the machine when a film within its limits takes longer; whoever asked tries again. */
const PATIENCE_MS = 50 * MINUTE_MS;
/** Behind everything else that runs here. */
const NICENESS = '15';
/** From the soft limit, which is told, to the hard one, which kills. */
const GRACE_SECONDS = 10;
const WORDS_KEPT = 4_000;

/** What is written: as large as the screens of phones, and about as much data as a call by picture. */
const BOX = { long: 1_280, short: 720 };
const QUALITY = '25';
const MOST_RATE = '2500k';
/** Beyond that eyes see no difference; half of what a phone films in slow motion is left out. */
const LEAST_FRAME_SECONDS = 0.025;
const POSTER_AT_SECONDS = 1;

/** What films of phones, cameras and screens hold. */
const pictureCodecs = ['h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'mjpeg', 'h263', 'prores'];
const soundCodecs =
  'aac mp3 opus vorbis alac amr_nb amr_wb ac3 eac3 pcm_s16le pcm_s16be pcm_s24le pcm_f32le pcm_mulaw pcm_alaw'.split(
    ' ',
  );
/** The programs that read some of these have names of their own. */
const decoders = [...pictureCodecs, ...soundCodecs, 'libdav1d', 'mp3float', 'amrnb', 'amrwb'].join(',');

/**
 * Makes a film that plays everywhere of what somebody sent: H.264 and AAC, upright, without anything that was written beside it. The
 * work is done by a process of its own with bounds on time, memory and what it writes, in a folder that has nothing but the film, and
 * without any way to the network. Throws where the machine failed, and not the film.
 */
export async function transcode(
  programs: FilmPrograms,
  given: { readonly folder: string; readonly name: string; readonly container: FilmContainer },
  limits: FilmLimits,
  watch: { readonly signal?: AbortSignal; readonly onProgress?: (share: number) => void } = {},
): Promise<Transcoded> {
  const { folder, name, container } = given;
  const run = (program: keyof FilmPrograms, args: readonly string[], onLine?: (line: string) => void) =>
    runBounded(programs[program], args, { folder, limits, onLine, signal: watch.signal });
  const guarded = words(`
    -protocol_whitelist file -format_whitelist ${container} -f ${container} -max_pixels ${MOST_PIXELS}
    ${container === 'mov' ? '-enable_drefs 0 -use_absolute_path 0' : ''}`);

  // It opens what it cannot name, subtitles too; what is read after it are those two streams alone.
  const probed = await run('ffprobe', [...guarded, ...showing(name)]);
  if ('problem' in probed) return probed;
  const found = readProbe(probed.words);
  const picture = found.streams.find(
    ({ codec_type: type, codec_name: codec, disposition }) =>
      type === 'video' && pictureCodecs.includes(codec ?? '') && disposition?.attached_pic !== 1,
  );
  if (!picture?.width || !picture.height)
    return { problem: found.streams.length === 0 ? 'damaged' : 'no picture' };
  if (picture.width * picture.height > MOST_PIXELS) return { problem: 'too large' };
  const sound = found.streams.find(
    ({ codec_type: type, codec_name: codec }) => type === 'audio' && soundCodecs.includes(codec ?? ''),
  );

  // A header may claim ten hours and have a second; what counts is what comes out.
  const expected = Math.min(found.seconds || limits.seconds, limits.seconds);
  const out = 'film.mp4';
  const written = await run(
    'ffmpeg',
    [
      ...words('-nostdin -hide_banner -v error -nostats -progress pipe:1 -y -threads 1 -filter_threads 1'),
      ...guarded,
      ...words(`-codec_whitelist ${decoders} -i ${name} -map 0:${picture.index}`),
      ...(sound ? ['-map', `0:${sound.index}`] : []),
      ...words(`
        -sn -dn -map_metadata -1 -map_chapters -1 -t ${limits.seconds + 1} -vf ${filters()} -fps_mode vfr
        -c:v libx264 -preset veryfast -crf ${QUALITY} -maxrate ${MOST_RATE} -bufsize 5000k -profile:v high -level 4.0
        -g 120 -threads 1 -c:a aac -b:a 96k -ac 2 -ar 44100
        -fflags +bitexact -flags:v +bitexact -flags:a +bitexact
        -max_muxing_queue_size 2048 -movflags +faststart -f mp4 ${out}`),
    ],
    (line) => {
      const [, time] = /^out_time_us=(\d+)$/.exec(line) ?? [];
      if (time !== undefined) watch.onProgress?.(Math.min(1, Number(time) / 1_000_000 / expected));
    },
  );
  if ('problem' in written) return written;
  return finish(run, { folder, out, seconds: limits.seconds });
}

/** Options as somebody would type them; none of them has a space in it. */
function words(typed: string): string[] {
  return typed.trim().split(/\s+/);
}

function showing(name: string): string[] {
  return words(`
    -v error -analyzeduration 10000000 -probesize 20000000 -of json -show_entries format=duration
    -show_entries stream=index,codec_type,codec_name,width,height:stream_disposition=attached_pic -i ${name}`);
}

/** Into the box, whichever way it stands, in even numbers of points, and never larger than it was. */
function filters(): string {
  const { long, short } = BOX;
  return [
    String.raw`select=isnan(prev_selected_t)+gte(t-prev_selected_t\,${LEAST_FRAME_SECONDS})`,
    String.raw`scale=w=min(iw\,if(gte(iw\,ih)\,${long}\,${short})):h=min(ih\,if(gte(iw\,ih)\,${short}\,${long})):force_original_aspect_ratio=decrease:force_divisible_by=2`,
    'format=yuv420p',
  ].join(',');
}

type Run = (program: keyof FilmPrograms, args: readonly string[]) => ReturnType<typeof runBounded>;

/** What was written is looked at like what came: only what has a picture and a length is a film. */
async function finish(
  run: Run,
  { folder, out, seconds }: { folder: string; out: string; seconds: number },
): Promise<Transcoded> {
  const path = join(folder, out);
  const probed = await run('ffprobe', [...words('-protocol_whitelist file -f mov'), ...showing(out)]);
  if ('problem' in probed) return probed;
  const { streams, seconds: length } = readProbe(probed.words);
  const picture = streams.find(({ codec_type: type }) => type === 'video');
  if (!picture?.width || !picture.height || length <= 0) return { problem: 'damaged' };
  if (length > seconds + 0.5) return { problem: 'too long' };
  const at = Math.min(POSTER_AT_SECONDS, length / 3);
  const drawn = await run(
    'ffmpeg',
    words(`
      -nostdin -hide_banner -v error -y -protocol_whitelist file -f mov -threads 1 -ss ${at} -i ${out}
      -frames:v 1 -threads 1 -map_metadata -1 -c:v mjpeg -q:v 4 -f image2 -update 1 poster.jpg`),
  );
  if ('problem' in drawn) return drawn;
  const poster = await readFile(join(folder, 'poster.jpg')).catch(() => undefined);
  if (!poster) return { problem: 'damaged' };
  const { size: bytes } = await stat(path);
  const { width, height } = picture;
  return { made: { path, bytes, poster, milliseconds: Math.round(length * 1_000), width, height } };
}

interface Stream {
  readonly index: number;
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly disposition?: { readonly attached_pic?: number };
}

function readProbe(words: string): { streams: readonly Stream[]; seconds: number } {
  try {
    const { streams = [], format } = JSON.parse(words) as {
      streams?: Stream[];
      format?: { duration?: string };
    };
    return { streams, seconds: Number(format?.duration ?? 0) || 0 };
  } catch {
    return { streams: [], seconds: 0 };
  }
}

/** The shell sets the bounds, and becomes the program. What a system does not know of them, as macOS of memory, is left out. */
const BOUNDED = `
  ulimit -c 0
  ulimit -H -t "$1" 2>/dev/null || :
  ulimit -S -t "$2" 2>/dev/null || :
  ulimit -f "$3" 2>/dev/null || :
  ulimit -v "$4" 2>/dev/null || :
  niceness=$5
  shift 5
  exec nice -n "$niceness" "$@"`;
const NO_PROGRAM: ReadonlySet<number | null> = new Set([126, 127]);
const FILE_BLOCK = 512;
const KILOBYTE = 1_024;

interface Bounds {
  readonly folder: string;
  readonly limits: FilmLimits;
  readonly onLine: ((line: string) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Runs a program to its end. What it says is kept, unless somebody listens line by line. */
async function runBounded(
  program: string,
  args: readonly string[],
  { folder, limits, onLine, signal }: Bounds,
): Promise<{ words: string } | { problem: FilmProblem | 'no program' }> {
  signal?.throwIfAborted();
  const { cpuSeconds, bytes, memoryBytes } = limits;
  const bounds = [cpuSeconds + GRACE_SECONDS, cpuSeconds, bytes / FILE_BLOCK, memoryBytes / KILOBYTE];
  const numbers = bounds.map((bound) => String(Math.ceil(bound)));
  const child = spawn('/bin/sh', ['-c', BOUNDED, 'film', ...numbers, NICENESS, program, ...args], {
    cwd: folder,
    // Nothing of ours is known there: no password, no address.
    env: { PATH: process.env['PATH'], LANG: 'C', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, complaints] = ['', ''];
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
  else child.stdout.on('data', (words: string) => (said = (said + words).slice(0, WORDS_KEPT * 4)));
  child.stderr.on('data', (words: string) => (complaints = (complaints + words).slice(-WORDS_KEPT)));
  const stop = () => child.kill('SIGKILL');
  const patience = setTimeout(stop, PATIENCE_MS);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<[number | null, NodeJS.Signals | null]>();
    child.once('error', reject).once('close', (...end) => resolve(end));
    const [code, killedBy] = await promise;
    signal?.throwIfAborted();
    if (code === 0) return { words: said };
    if (NO_PROGRAM.has(code)) return { problem: 'no program' };
    if (isTooMuch(killedBy, complaints)) return { problem: 'too much' };
    if (isOfMachine(killedBy, complaints))
      throw new Error(`The process that converts films ended (${killedBy ?? code}): ${complaints.trim()}`);
    return { problem: 'damaged' };
  } finally {
    clearTimeout(patience);
    signal?.removeEventListener('abort', stop);
  }
}

/** It ran into one of its bounds. ffmpeg itself ends in order when its time is over, and says by which signal. */
function isTooMuch(killedBy: NodeJS.Signals | null, complaints: string): boolean {
  return (
    killedBy === 'SIGXCPU' ||
    killedBy === 'SIGXFSZ' ||
    /received signal 2[45]\b|Cannot allocate memory|File too large/.test(complaints)
  );
}

/** Somebody ended it, or there is no room: another time it may go well. A crash over a film is the film's. */
function isOfMachine(killedBy: NodeJS.Signals | null, complaints: string): boolean {
  const isKilled =
    killedBy !== null && !['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGILL', 'SIGBUS'].includes(killedBy);
  return isKilled || /received signal|No space left on device|Disk quota exceeded/.test(complaints);
}
