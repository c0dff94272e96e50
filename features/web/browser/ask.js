// Asks before what cannot be undone.
document.addEventListener('submit', (event) => {
  const question = event.submitter?.dataset.ask;
  if (question && !window.confirm(question)) event.preventDefault();
});
