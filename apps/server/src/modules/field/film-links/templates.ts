import { lengthWords } from '@muster/domain/field/films/rules';
import type { FilmRecord } from '@muster/domain/field/films/schema';
import type { CustomerPage, PageOwner } from '../../../platform/site/customer-page.ts';
import { escapeHtml } from '../../../platform/site/html.ts';

interface ShownFilmPage {
  readonly owner: PageOwner;
  readonly phone: string;
  readonly film: FilmRecord;
  /** Where its parts are, below the address of the page. */
  readonly path: string;
  /** The last day, in words. */
  readonly until: string;
}

export function filmPage({ owner, phone, film, path, until }: ShownFilmPage): CustomerPage {
  const isThere = film.state === 'ready' || film.state === 'as sent';
  const call =
    phone === ''
      ? ''
      : `<div class="buttons"><a class="button wide" href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">Call ${escapeHtml(phone)}</a></div>`;
  const main = isThere
    ? `${player(film, path)}<p class="quiet">You can watch it until ${escapeHtml(until)}.</p>`
    : `<p>It’s being prepared. Open this page again in a few minutes.</p>`;
  return {
    title: `Video · ${owner.name}`,
    owner,
    main: `<section class="card"><h1>A video from ${escapeHtml(owner.name)}</h1>${main}${call}</section>`,
  };
}

/** The browser's own player: it has sound, speed, captions and full screen, and needs no script. */
export function player(film: FilmRecord, path: string, label = 'Video'): string {
  const { version, bytes, width, height, captions, milliseconds, state } = film;
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`;
  const poster = state === 'ready' ? ` poster="${path}/poster?v=${bytes}"` : '';
  const track =
    captions.length === 0
      ? ''
      : `<track kind="captions" srclang="en" label="Captions" src="${path}/captions?v=${version}" default>`;
  const length = milliseconds === null ? '' : `, ${lengthWords(milliseconds / 1_000)}`;
  return `<video controls preload="none" playsinline${size}${poster} aria-label="${escapeHtml(label)}${length}"><source src="${path}/video?v=${bytes}"${state === 'ready' ? ' type="video/mp4"' : ''}>${track}</video>`;
}

/** The same for whatever has no page: an address that never was, one that was revoked, one that is over. */
export const goneFilmPage: CustomerPage = {
  title: 'This video isn’t available',
  owner: null,
  main: `<section class="card"><h1>This video isn’t available</h1>
<p>The link may be incomplete, or it may have ended. Check the address in your message, or contact the business that sent it.</p></section>`,
};
