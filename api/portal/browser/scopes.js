// Everything, or single ones: ticking the one unticks the other, as the form is refused with both.
document.getElementById('scopes')?.addEventListener('change', ({ currentTarget, target }) => {
  if (!target.checked) return;
  for (const box of currentTarget.querySelectorAll('input[name="scopes"]'))
    if ((box.value === '*') !== (target.value === '*')) box.checked = false;
});
