/** Tells the early script that the page answers by itself from now on; a form sent before is sent again. */
export function announceReady(): void {
  dispatchEvent(new Event('muster-ready'));
}
