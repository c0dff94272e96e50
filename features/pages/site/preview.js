// A page in an editor: forms are not sent, a click on a block selects it, and the editor can select one.

document.addEventListener(
  'submit',
  (submission) => {
    submission.preventDefault();
    submission.stopImmediatePropagation();
  },
  true,
);

document.addEventListener('click', ({ target }) => {
  const block = target.closest('.block');
  if (block) parent.postMessage({ selected: block.id }, '*');
});

addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.select !== 'string') return;
  for (const block of document.querySelectorAll('.block.selected')) block.classList.remove('selected');
  const block = document.getElementById(data.select);
  block?.classList.add('selected');
  block?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
});
