const search = document.querySelector('#search');
const calls = [...document.querySelectorAll('[data-words]')];
const groups = [...document.querySelectorAll('[data-group]')];
const none = document.querySelector('#none');

/** Shows the calls that have every word that is looked for, and unfolds their groups meanwhile. */
function look() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const call of calls) call.hidden = !words.every((word) => call.dataset.words.includes(word));
  for (const group of groups) {
    const found = group.querySelector('[data-words]:not([hidden])') !== null;
    group.hidden = !found;
    if (words.length > 0) group.open = found;
  }
  none.hidden = groups.some((group) => !group.hidden);
}

/** A link to a call unfolds it and the group that it is in. */
function unfold() {
  const call = location.hash && document.getElementById(location.hash.slice(1));
  if (!call) return;
  for (let place = call; place; place = place.parentElement)
    if (place instanceof HTMLDetailsElement) place.open = true;
  call.scrollIntoView();
}

/** The keys of the page; where somebody types, they mean what is typed. */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === search) return;
  if (event.key === '?') document.querySelector('#keys').showModal();
  else if (event.key === '/') search.focus();
  else return;
  event.preventDefault();
}

addEventListener('keydown', press);
search.addEventListener('input', look);
addEventListener('hashchange', unfold);
unfold();
if (search.value) look();

for (const button of document.querySelectorAll('[data-copies]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const { textContent } = document.getElementById(button.dataset.copies);
    void navigator.clipboard.writeText(textContent).then(() => (button.textContent = 'Copied'));
  });
}
