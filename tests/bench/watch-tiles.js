// Runs in the measured page before anything else. `tilesSelector` says what the tiles are; `tilesPainted` gives milliseconds from the start
// of the navigation until they are painted.
window.tilesPainted = new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(window.tilesSelector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
});
