// Copies what is shown once. The button is there only where it works.
for (const button of document.querySelectorAll('button[data-copies]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const said = button.parentElement.querySelector('[data-said]');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    said.textContent = 'Copied';
  });
}
