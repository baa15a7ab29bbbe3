// Runs before the first paint, in front of the application: the ground, the colours and the language of the last visit, or the default
// theme on the first one. So nobody sees a light page turn dark. And where the application itself does not come, it says so. A classic script in a file of its own: the policy allows no inline script.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is closed to this page: the defaults are good enough.
      return null;
    }
  };
  const language = read('language');
  if (language === 'zh-Hans' || language === 'zh-Hant' || language === 'en') root.lang = language;
  let ground = __DEFAULT_GROUND__;
  try {
    ground = JSON.parse(read('targus-ground')) ?? ground;
  } catch {
    // Something else stands there: the next theme writes it anew.
  }
  root.style.colorScheme = ground.tone;
  for (const [name, value] of Object.entries(ground.variables ?? {})) root.style.setProperty(name, value);

  const fail = ({ target }) => {
    const place = document.getElementById('root');
    if (target?.tagName !== 'SCRIPT' || target.type !== 'module' || !place) return;
    const preferred = /^zh\b/i.test(navigator.language) ? (/hant|tw|hk|mo/i.test(navigator.language) ? 'zh-Hant' : 'zh-Hans') : 'en';
    const texts = __START_TEXTS__;
    const known = Object.hasOwn(texts, language ?? '') ? language : preferred;
    const make = (name, text) => {
      const element = document.createElement(name);
      element.textContent = text;
      return element;
    };
    const button = make('button', texts[known].retry);
    button.type = 'button';
    button.onclick = () => location.reload();
    const main = make('main', '');
    main.className = 'tg-start-failure';
    main.lang = known;
    main.setAttribute('role', 'alert');
    main.append(make('h1', texts[known].failed), make('p', texts[known].hint), button);
    place.replaceChildren(main);
  };
  // A script that does not load tells only who listens on the way down.
  window.addEventListener('error', fail, true);
})();
