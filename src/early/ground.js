// Runs before the first paint, in front of the application: the ground, the colours and the language of the last visit, or the default
// theme on the first one. So nobody sees a light page turn dark. A classic script in a file of its own: the policy allows no inline script.
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
})();
