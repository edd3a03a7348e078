import { notify } from '@muster/ui/toast';

interface Target {
  readonly element: HTMLElement;
  /** "Drop to add to J-1042/1". */
  readonly words: string;
  /** Whether it takes what is pasted while nothing inside another target has the focus. */
  readonly isMain: boolean;
  readonly onFiles: (files: File[]) => void;
}

const targets = new Set<Target>();

/** Takes files that are dropped onto an element, or pasted while it has the focus. Returns the way to stop. */
export function addDropTarget(target: Target): () => void {
  if (targets.size === 0) listen();
  targets.add(target);
  return () => {
    targets.delete(target);
    delete target.element.dataset['drop'];
    if (targets.size === 0) stopListening();
  };
}

function listen(): void {
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', leave);
  document.addEventListener('drop', drop);
  document.addEventListener('paste', paste);
}

function stopListening(): void {
  document.removeEventListener('dragover', over);
  document.removeEventListener('dragleave', leave);
  document.removeEventListener('drop', drop);
  document.removeEventListener('paste', paste);
}

/** The innermost target around a place. */
function targetAround(place: EventTarget | null): Target | undefined {
  if (!(place instanceof Node)) return undefined;
  return [...targets]
    .filter(({ element }) => element.contains(place))
    .reduce<Target | undefined>(
      (inner, one) => (inner === undefined || inner.element.contains(one.element) ? one : inner),
      undefined,
    );
}

function mark(target: Target | undefined): void {
  for (const { element } of targets) if (element !== target?.element) delete element.dataset['drop'];
  if (target) target.element.dataset['drop'] = target.words;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

function over(event: DragEvent): void {
  if (!hasFiles(event)) return;
  // Beside every target it would open in place of the page.
  event.preventDefault();
  const target = targetAround(event.target);
  event.dataTransfer!.dropEffect = target ? 'copy' : 'none';
  mark(target);
}

function leave({ relatedTarget }: DragEvent): void {
  if (relatedTarget === null) mark(undefined);
}

function drop(event: DragEvent): void {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(undefined);
  const items = [...event.dataTransfer!.items].filter(({ kind }) => kind === 'file');
  const files = items
    .filter((item) => item.webkitGetAsEntry()?.isDirectory !== true)
    .flatMap((item) => item.getAsFile() ?? []);
  if (files.length < items.length)
    notify({ level: 'info', text: 'You can’t add folders. Drop the files in them instead.' });
  if (files.length > 0) targetAround(event.target)?.onFiles(files);
}

function paste(event: ClipboardEvent): void {
  const { clipboardData } = event;
  const files = [...(clipboardData?.files ?? [])];
  if (files.length === 0) return;
  // A spreadsheet offers its cells as text and as a picture: in a field the text is meant.
  const isTyped = event.target instanceof Element && event.target.matches('input, textarea');
  if (isTyped && clipboardData?.types.includes('text/plain')) return;
  const target = targetAround(document.activeElement) ?? [...targets].find(({ isMain }) => isMain);
  if (!target) return;
  event.preventDefault();
  target.onFiles(files.map(named));
}

/** Browsers call every picture from the clipboard image.png. */
function named(file: File): File {
  if (file.name !== 'image.png') return file;
  const [day, time] = new Date().toLocaleString('sv').split(' ');
  return new File([file], `Pasted ${day} ${time!.slice(0, 5).replace(':', '.')}.png`, { type: file.type });
}
