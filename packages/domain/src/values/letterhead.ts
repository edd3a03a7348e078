import { abnInWords } from './abn.ts';

interface Registered {
  readonly abn: string | null;
  readonly trade_licence: string;
}

/** By what a business can be looked up, as its customers read it: "ABN 51 824 753 556", "Licence no. 123456C". */
export function registrationWords({ abn, trade_licence }: Registered): string[] {
  return [
    ...(abn === null ? [] : [`ABN ${abnInWords(abn)}`]),
    ...(trade_licence === '' ? [] : [`Licence no. ${trade_licence}`]),
  ];
}

/** How large a logo is shown: within a frame, whatever its shape. */
export function fitted(
  { width, height }: { width: number; height: number },
  frame: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, frame.width / width, frame.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
