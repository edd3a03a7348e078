/** Whether the keys are those of an Apple machine, where ⌘ is what Ctrl is elsewhere. */
function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** A key that is pressed together with Ctrl, as it is written on a screen: "Ctrl K", or "⌘K". */
export function withCtrl(key: string): string {
  return isApple() ? `⌘${key}` : `Ctrl ${key}`;
}
