import type { CaptionsEdit, FilmEdit, ShownFilm } from '@muster/domain/field/films/schema';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';

export type { ShownFilm };

const base = '/services/video/api/v1/films';

/**
 * Where a film is that plays everywhere. What was made has another address when it is made anew, and keeps it while captions are
 * written or the film is shared: a player begins a film again whose address has changed.
 */
export function videoOf({ id, bytes }: Pick<ShownFilm, 'id' | 'bytes'>): string {
  return `${base}/${id}/video?v=${bytes}`;
}

export function posterOf({ id, bytes }: Pick<ShownFilm, 'id' | 'bytes'>): string {
  return `${base}/${id}/poster?v=${bytes}`;
}

export function captionsOf({ id, version }: Pick<ShownFilm, 'id' | 'version'>): string {
  return `${base}/${id}/captions?v=${version}`;
}

/** The same where nobody has asked how it stands with the film: the server says when it is played. */
export function playedOf(id: string): { video: string; poster: string; captions: string } {
  return { video: `${base}/${id}/video`, poster: `${base}/${id}/poster`, captions: `${base}/${id}/captions` };
}

export function convertAgain(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/convert`, { params: at(id, key) }));
}

export function saveCaptions(id: string, body: CaptionsEdit, key: string) {
  return answer(api.PUT(`${base}/{id}/captions`, { params: at(id, key), body }));
}

export function filmLinksQuery(id: string) {
  return {
    queryKey: ['film links', id],
    queryFn: async () => (await answer(api.GET(`${base}/{id}/links`, { params: { path: { id } } }))).rows,
    meta: { tables: ['film_links'] },
  };
}

export function makeFilmLink(id: string, days: number, key: string) {
  return answer(api.POST(`${base}/{id}/links`, { params: at(id, key), body: { days } }));
}

export function revokeFilmLink(id: string, key: string) {
  return answer(api.POST('/services/video/api/v1/links/{id}/revoke', { params: at(id, key) }));
}

export function shareFilm(id: string, body: FilmEdit, key: string) {
  return answer(api.PATCH(`${base}/{id}`, { params: at(id, key), body }));
}
