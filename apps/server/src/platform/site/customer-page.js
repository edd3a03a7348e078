// Keeps an open page true: it is asked for again now and then, and what has changed is put in its place. Whoever is typing or has
// opened something is left alone. Without this script everything works; the page is then as true as when it was opened.

const main = document.querySelector('main');
const EVERY_MS = 30_000;

/** Whether somebody is in the middle of something. */
function isBusy() {
  const fields = [...main.querySelectorAll('textarea, input:not([type=hidden])')];
  return (
    main.querySelector('details[open]') !== null ||
    main.contains(document.activeElement) ||
    fields.some((field) => (field.type === 'radio' ? field.checked : field.value !== ''))
  );
}

async function refresh() {
  if (document.hidden || isBusy()) return;
  const answer = await fetch(location.pathname, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!answer?.ok || isBusy()) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [now, next] = [main.querySelector('[data-live]'), page.querySelector('[data-live]')];
  if (!now || !next || now.isEqualNode(next)) return;
  now.replaceWith(document.adoptNode(next));
  document.title = page.title;
}

setInterval(() => void refresh(), EVERY_MS);
document.addEventListener('visibilitychange', () => void refresh());

// A second press of the same button sends nothing: the first is on its way.
main.addEventListener('submit', (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = 'yes';
});
addEventListener('pageshow', () => {
  for (const form of main.querySelectorAll('form')) delete form.dataset.sent;
});
