// What this browser remembers for its user: theme, and whatever pages keep by name.

/** @param {string} name @param {any} fallback */
export function remembered(name, fallback = null) {
  try {
    const text = localStorage.getItem(`conquest.${name}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage is off, or holds something else
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`conquest.${name}`, JSON.stringify(value));
  } catch {
    /* storage is off: it is forgotten with the page */
  }
}

export function applyTheme(theme = remembered("theme", "auto")) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
