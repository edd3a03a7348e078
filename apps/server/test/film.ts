import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where it is missing, what needs it is skipped by name. */
export const hasFfmpeg = ['ffmpeg', 'ffprobe'].every(
  (program) => spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0,
);

const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=1'];
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const located = ['-metadata', 'location=-33.8688+151.2093/'];

/** Films as they come from phones, and as nobody's phone makes them. */
const kinds = {
  plain: [...picture, ...sound, ...h264, '-c:a', 'aac', ...located, 'out.mp4'],
  fast: [...picture, ...sound, ...h264, '-c:a', 'aac', '-movflags', '+faststart', 'out.mp4'],
  slow: ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=1:duration=16', ...h264, 'out.mp4'],
  silent: [...picture, ...h264, 'out.mp4'],
  uneven: [
    ...picture,
    ...h264,
    '-vf',
    String.raw`setpts=if(lt(N\,5)\,N*0.02/TB\,(0.4+N*0.15)/TB)`,
    '-fps_mode',
    'vfr',
    'out.mp4',
  ],
  'too large': ['-f', 'lavfi', '-i', 'color=size=8192x8192:rate=1:duration=1', '-c:v', 'mjpeg', 'out.mov'],
  'sound alone': [...sound, '-c:a', 'aac', 'out.mp4'],
  webm: [...picture, ...sound, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', 'out.webm'],
} as const;

type Kind = keyof typeof kinds | 'turned' | 'ten hours' | 'subtitles';
const made = new Map<Kind, Promise<Buffer>>();

export function testFilm(kind: Kind): Promise<Buffer> {
  const known = made.get(kind) ?? make(kind);
  made.set(kind, known);
  return known;
}

async function make(kind: Kind): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-film-'));
  const ffmpeg = (args: readonly string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder });
  const read = (name: string) => readFile(join(folder, name));
  try {
    if (kind === 'turned') {
      const hevc = [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        'log-level=error',
        '-tag:v',
        'hvc1',
      ];
      await ffmpeg([...picture, ...sound, ...hevc, '-pix_fmt', 'yuv420p', '-c:a', 'aac', 'flat.mov']);
      await ffmpeg(['-i', 'flat.mov', '-c', 'copy', '-metadata:s:v', 'rotate=90', ...located, 'out.mov']);
      return await read('out.mov');
    }
    if (kind === 'ten hours') return claiming(await testFilm('plain'), 36_000);
    if (kind === 'subtitles') {
      await writeFile(join(folder, 'in.srt'), '1\n00:00:00,000 --> 00:00:01,000\nfile:///etc/passwd\n');
      const given = ['-i', 'in.srt', '-map', '0', '-map', '1', '-c:s', 'mov_text'];
      await ffmpeg([...picture, ...given, ...h264, 'out.mp4']);
      return await read('out.mp4');
    }
    await ffmpeg(kinds[kind]);
    return await read(kinds[kind].at(-1)!);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same film with headers that claim so many seconds. */
function claiming(film: Buffer, seconds: number): Buffer {
  const copy = Buffer.from(film);
  for (const [box, scaleAt] of [
    ['mvhd', 16],
    ['mdhd', 16],
  ] as const)
    for (let at = copy.indexOf(box); at !== -1; at = copy.indexOf(box, at + 4))
      copy.writeUInt32BE(copy.readUInt32BE(at + scaleAt) * seconds, at + scaleAt + 4);
  const scale = copy.readUInt32BE(copy.indexOf('mvhd') + 16);
  for (let at = copy.indexOf('tkhd'); at !== -1; at = copy.indexOf('tkhd', at + 4))
    copy.writeUInt32BE(scale * seconds, at + 24);
  return copy;
}
