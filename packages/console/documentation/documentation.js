/** Search and the choice of a theme; the pages are read without them just as well. */

const here = new URL('.', import.meta.url);
const mostFound = 12;
let index;

/** The parts of all pages: [address, title of the page, heading, text]. Asked for once. */
function loadIndex() {
  index ??= fetch(new URL('search.json', here)).then((answer) => {
    if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
    return answer.json();
  });
  return index;
}

/** Parts that have every word, those first that have them in their heading or in their title. */
function find(parts, words) {
  const found = [];
  for (const [address, title, heading, text] of parts) {
    const [inTitle, inHeading, inText] = [title, heading, text].map((part) => part.toLowerCase());
    let score = 0;
    for (const word of words) {
      const own =
        (inHeading.includes(word) ? 20 : 0) +
        (inTitle.includes(word) ? 5 : 0) +
        Math.min(4, inText.split(word).length - 1);
      if (own === 0) {
        score = 0;
        break;
      }
      score += own;
    }
    if (score > 0) found.push({ address, title, heading, text, score });
  }
  return found.sort((one, other) => other.score - one.score).slice(0, mostFound);
}

function snippet(text, words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
  const part = text.slice(at, at + 150);
  return `${at > 0 ? '…' : ''}${part}${at + 150 < text.length ? '…' : ''}`;
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function startSearch(place) {
  const input = element('input', {
    type: 'search',
    placeholder: 'Search',
    autocomplete: 'off',
    spellcheck: false,
  });
  input.setAttribute('aria-label', 'Search the documentation');
  const status = element('p', { className: 'hidden-label' });
  status.setAttribute('role', 'status');
  const list = element('ul', { className: 'found', hidden: true });
  list.setAttribute('aria-label', 'Found');
  place.append(input, status, list);

  async function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      list.hidden = true;
      status.textContent = '';
      return;
    }
    let items;
    try {
      const found = find(await loadIndex(), words);
      items = found.map(({ address, title, heading, text }) => {
        const name = heading === title ? title : `${title}: ${heading}`;
        const link = element('a', { href: new URL(address, here).href }, element('b', {}, name));
        link.append(element('span', {}, snippet(text, words)));
        return element('li', {}, link);
      });
      status.textContent = `${items.length} found`;
      if (items.length === 0) items = [element('li', {}, 'Nothing has all of these words.')];
    } catch {
      index = undefined;
      items = [element('li', {}, 'The service does not answer; try again in a moment.')];
    }
    // What was typed meanwhile has an answer of its own.
    if (words.join(' ') !== input.value.toLowerCase().split(/\s+/).filter(Boolean).join(' '))
      return;
    list.replaceChildren(...items);
    list.hidden = false;
  }

  input.addEventListener('input', () => void show());
  input.addEventListener('focus', () => void loadIndex().catch(() => {}));
  place.addEventListener('keydown', (event) => move(event, input, list));
  document.addEventListener('pointerdown', ({ target }) => {
    if (!place.contains(target)) list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus();
  });
  // A link to a part of the page that is open does not load another.
  list.addEventListener('click', () => {
    list.hidden = true;
  });
}

function move(event, input, list) {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    list.hidden = true;
    input.focus();
  } else if (event.key === 'Enter' && event.target === input) links[0]?.click();
  else if (event.key === 'ArrowDown') links[at + 1]?.focus();
  else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : input).focus();
  else return;
  event.preventDefault();
}

function startTheme(button) {
  const dark = () =>
    (document.documentElement.dataset.theme ??
      (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const name = () => {
    button.textContent = dark() ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    const chosen = dark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = chosen;
    try {
      localStorage.setItem('quern.theme', JSON.stringify(chosen));
    } catch {
      // Storage that is forbidden keeps nothing: the choice holds for this page.
    }
    name();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', name);
  name();
  button.hidden = false;
}

startSearch(document.getElementById('search'));
startTheme(document.getElementById('theme'));
