// A page in an editor: nothing in it is a stop of the keyboard, forms are not sent, a click on a block selects it, and the editor can select one and scroll to where it was.

const STOPS = 'a, button, input, select, textarea, summary, audio, video, iframe, [tabindex]';
for (const stop of document.querySelectorAll(STOPS)) stop.tabIndex = -1;

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

addEventListener('scroll', () => parent.postMessage({ scrolled: scrollY }, '*'), { passive: true });

addEventListener('load', () => parent.postMessage({ loaded: true }, '*'));

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  if (typeof data?.scroll === 'number') scrollTo({ top: data.scroll, behavior: 'instant' });
  if (typeof data?.select !== 'string') return;
  for (const block of document.querySelectorAll('.block.selected')) block.classList.remove('selected');
  const block = document.getElementById(data.select);
  block?.classList.add('selected');
  block?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
});
