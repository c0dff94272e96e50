// Everything, or single ones: ticking the one unticks the other, as the form is refused with both. What everything does not include
// may be ticked beside it.
document.getElementById('scopes')?.addEventListener('change', ({ currentTarget, target }) => {
  if (!target.checked) return;
  for (const box of currentTarget.querySelectorAll('input[name="scopes"]'))
    if (!('beside' in box.dataset || 'beside' in target.dataset) && (box.value === '*') !== (target.value === '*'))
      box.checked = false;
});
