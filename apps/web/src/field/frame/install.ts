import { createStore, useStore } from '@muster/ui/store';

/** What some browsers offer once they see that a page can be installed. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

interface Install {
  offer: Offer | undefined;
  /** Whoever does not want it is asked no more; the menu still has it. */
  isDeclined: boolean;
}

const DECLINED = 'muster-install-declined';

const install = createStore<Install>({ offer: undefined, isDeclined: wasDeclined() });

function become(part: Partial<Install>): void {
  install.set({ ...install.get(), ...part });
}

addEventListener('beforeinstallprompt', (event) => {
  // The page says it at a better moment, and in its own words.
  event.preventDefault();
  become({ offer: event as Offer });
});
addEventListener('appinstalled', () => become({ offer: undefined }));

/** An iPhone offers nothing: there it is done by hand. It alone says whether the page stands on its home screen. */
function isByHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

/** How the page gets onto the home screen, undefined where it is there or cannot be. */
export function useInstall(): { way: 'offered' | 'by hand'; isDeclined: boolean } | undefined {
  const { offer, isDeclined } = useStore(install);
  if (offer) return { way: 'offered', isDeclined };
  return isByHand() ? { way: 'by hand', isDeclined } : undefined;
}

/** The browser asks once more whether somebody means it. An offer can be taken once; it makes another one when it is refused. */
export async function acceptOffer(): Promise<void> {
  const { offer } = install.get();
  become({ offer: undefined });
  await offer?.prompt();
}

export function declineInstall(): void {
  become({ isDeclined: true });
  try {
    localStorage.setItem(DECLINED, 'yes');
  } catch {
    // Storage may be forbidden; then it is asked again the next time.
  }
}

function wasDeclined(): boolean {
  try {
    return localStorage.getItem(DECLINED) !== null;
  } catch {
    return false;
  }
}
