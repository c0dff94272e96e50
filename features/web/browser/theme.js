// Applies the theme that was chosen on the public site before the page is shown.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage there is no choice.
}
