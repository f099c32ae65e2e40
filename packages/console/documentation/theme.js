// What was chosen in the console holds here too, before anything is drawn.
try {
  const theme = JSON.parse(localStorage.getItem('quern.theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage that is forbidden leaves the system's choice.
}
