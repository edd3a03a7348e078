/**
 * Runs before the first paint of every page, as a script of its own and without imports:
 * the chosen theme must not flash, nor the wrong one of two pages, and a form sent before the page's script has run must not be lost
 * (or worse, be sent by the browser itself). Then it starts that script.
 */
{
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('muster-theme');
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
    // Whoever was here before has the font; it comes with the first paint then, and without a change of letters.
    if (!localStorage.getItem('muster-font')) root.dataset['font'] = 'later';
    localStorage.setItem('muster-font', 'here');
  } catch {
    // Storage may be forbidden; then the system's theme is used.
  }

  // A page that is opened with a link from a mail shows something else than one that is not, from its first paint on.
  const kept = history.state;
  if (/[?&](token|invitation)=/.test(location.search) || kept?.token || kept?.invitation)
    root.dataset['link'] = '';

  let held: HTMLFormElement | undefined;
  addEventListener(
    'submit',
    (event) => {
      if (root.dataset['ready'] !== undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held = event.target as HTMLFormElement;
    },
    true,
  );
  addEventListener('muster-ready', () => {
    root.dataset['ready'] = '';
    held?.requestSubmit();
  });

  // What the page shows comes before what it does.
  const start = () => {
    delete root.dataset['font'];
    const scripts = document.querySelector<HTMLTemplateElement>('#scripts');
    scripts?.replaceWith(document.importNode(scripts.content, true));
  };
  let isPainted = false;
  new PerformanceObserver(() => {
    isPainted = true;
    start();
  }).observe({ type: 'paint', buffered: true });
  // The page may be painted before the end of it has arrived; and in the background it is loaded, but not painted.
  addEventListener('load', () => {
    if (isPainted || document.hidden) start();
    // A browser may take its time to paint, or forget to say so; a page that never comes to life would be worse.
    else setTimeout(start, 1000);
  });
}
