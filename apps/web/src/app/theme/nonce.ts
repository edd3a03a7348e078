import { setNonce } from 'get-nonce';

/** The server writes the nonce of its answer into the page. A browser hides it from everything but scripts. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** The kit asks for the nonce; the library with which it keeps the page behind a dialog from scrolling has to be told. */
export function announceStyleNonce(): void {
  setNonce(styleNonce());
}
