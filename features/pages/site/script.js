// Optional features of a page, which works without scripts.

const events = document.body.dataset.events;

/** Logs what was done, also while the page is being left; a preview logs nothing. */
const log = (event, value, block) => {
  if (!events) return;
  const body = new URLSearchParams({ event, ...(value === undefined ? {} : { value }), ...(block ? { block } : {}) });
  navigator.sendBeacon(events, body);
};

for (const element of document.querySelectorAll('[data-event]')) {
  const done = element.matches('audio, video') ? 'play' : 'click';
  element.addEventListener(
    done,
    () => log(element.dataset.event, element.dataset.value, element.closest('.block')?.id),
    {
      once: done === 'play',
    },
  );
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const words = button.querySelector('span');
  const { textContent: before } = words;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      words.textContent = button.dataset.copied;
    } catch {
      words.textContent = button.dataset.byHand;
    }
    setTimeout(() => {
      words.textContent = before;
    }, 2500);
  });
}

for (const strip of document.querySelectorAll('[data-strip]')) {
  const steps = strip.nextElementSibling;
  if (!steps?.matches('.steps')) continue;
  steps.hidden = false;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  steps.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-step]');
    if (!button) return;
    const width = strip.firstElementChild.getBoundingClientRect().width * (document.dir === 'rtl' ? -1 : 1);
    strip.scrollBy({ left: width * Number(button.dataset.step), behavior: calm ? 'auto' : 'smooth' });
  });
}

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Formats a time in whole days from two days on, then in hours, then in minutes. */
const formatTimeLeft = (left, language) => {
  const format = new Intl.RelativeTimeFormat(language);
  if (left >= 2 * DAY) return format.format(Math.floor(left / DAY), 'day');
  if (left >= 2 * HOUR) return format.format(Math.floor(left / HOUR), 'hour');
  return format.format(Math.floor(left / MINUTE), 'minute');
};
for (const countdown of document.querySelectorAll('[data-countdown]')) {
  const { countdown: moment, starts } = countdown.dataset;
  const update = () => {
    const left = new Date(moment).getTime() - Date.now();
    countdown.hidden = left < MINUTE;
    countdown.textContent = starts.replace('{}', formatTimeLeft(left, countdown.lang));
  };
  update();
  setInterval(update, MINUTE / 4);
  // Also on return to a page that the browser has kept as it was.
  addEventListener('pageshow', update);
}

for (const form of document.querySelectorAll('form[data-async]')) {
  form.addEventListener('submit', async (submission) => {
    submission.preventDefault();
    const button = form.querySelector('[type=submit]');
    button.disabled = true;
    form.querySelector('.problem')?.remove();
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: 'application/json' },
        signal: AbortSignal.timeout(10_000),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      form.replaceWith(message('thanks', form.dataset.async));
    } catch {
      button.disabled = false;
      form.append(message('problem', document.body.dataset.problem));
    }
  });
}

function message(name, words) {
  const paragraph = document.createElement('p');
  paragraph.className = name;
  paragraph.setAttribute('role', 'status');
  paragraph.textContent = words;
  return paragraph;
}

for (const screen of document.querySelectorAll('[data-frame]')) {
  const play = screen.querySelector('button');
  play.hidden = false;
  screen.querySelector('a').remove();
  play.addEventListener('click', () => {
    const frame = document.createElement('iframe');
    frame.src = screen.dataset.frame;
    frame.title = screen.dataset.title;
    frame.allow = 'autoplay; fullscreen; picture-in-picture';
    frame.allowFullscreen = true;
    screen.replaceChildren(frame);
    frame.focus();
  });
}

for (const start of document.querySelectorAll('[data-start]')) {
  const video = start.parentElement.querySelector('video');
  start.hidden = false;
  video.controls = false;
  start.addEventListener('click', () => {
    start.remove();
    video.controls = true;
    video.focus();
    video.play().catch(() => {});
  });
}

/** A picture that cannot be had: what it would show, in words. */
const replaceBroken = (image) => {
  const words = document.createElement('span');
  words.className = 'broken';
  words.textContent = image.alt || document.body.dataset.broken;
  image.replaceWith(words);
};
for (const image of document.querySelectorAll('img:not(.brand)')) {
  image.addEventListener('error', () => replaceBroken(image));
  if (image.complete && image.naturalWidth === 0) replaceBroken(image);
}

/** The pictures of a block, one at a time over the page. The browser keeps the focus within and gives it back. */
const lightbox = document.createElement('dialog');
lightbox.className = 'lightbox';
const { close, previous, next } = document.body.dataset;
lightbox.innerHTML = `<img alt=""><p></p>
  <form method="dialog"><button class="round close">×</button></form>
  <button type="button" class="round back">‹</button><button type="button" class="round on">›</button>`;
const [shut, back, on] = lightbox.querySelectorAll('button');
for (const [button, words] of [
  [shut, close],
  [back, previous],
  [on, next],
]) {
  button.setAttribute('aria-label', words);
}
let shown = [];
let at = 0;

const show = (place) => {
  at = (place + shown.length) % shown.length;
  const link = shown[at];
  const words = link.querySelector('img')?.alt ?? link.textContent;
  const image = lightbox.querySelector('img');
  image.src = link.href;
  image.alt = words;
  lightbox.querySelector('p').textContent = words;
  back.hidden = shown.length < 2;
  on.hidden = shown.length < 2;
};

for (const link of document.querySelectorAll('a[data-picture]')) {
  link.addEventListener('click', (click) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey || link.querySelector('.broken')) return;
    click.preventDefault();
    shown = [...link.closest('.block').querySelectorAll('a[data-picture]')];
    if (!lightbox.isConnected) document.body.append(lightbox);
    show(shown.indexOf(link));
    lightbox.showModal();
  });
}
back.addEventListener('click', () => show(at - 1));
on.addEventListener('click', () => show(at + 1));
lightbox.addEventListener('click', ({ target }) => {
  if (target === lightbox) lightbox.close();
});
lightbox.addEventListener('keydown', ({ key }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step && shown.length > 1) show(at + (document.dir === 'rtl' ? -step : step));
});
let touched;
lightbox.addEventListener('pointerdown', ({ clientX }) => {
  touched = clientX;
});
lightbox.addEventListener('pointerup', ({ clientX }) => {
  const moved = clientX - touched;
  if (Math.abs(moved) > 48 && shown.length > 1) show(at + (moved < 0 === (document.dir !== 'rtl') ? 1 : -1));
});
