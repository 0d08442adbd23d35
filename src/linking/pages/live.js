/** Delay between requests, in milliseconds: at first, and after 50 requests. */
const PACE = { first: 400, later: 3_000 };

/** Most requests made. */
const LOOKS = 150;

const part = document.querySelector('[data-live]');
const isComplete = () => part.querySelector('[data-complete]') !== null;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let shown;
for (let look = 0; look < LOOKS && !isComplete(); look++) {
  await wait(look < 50 ? PACE.first : PACE.later);
  const response = await fetch(part.dataset.live).catch(() => undefined);
  const news = response?.ok ? await response.text() : shown;
  // Leave unchanged content alone, or screen readers announce it again.
  if (news !== shown) part.innerHTML = news;
  shown = news;
}
if (!isComplete()) {
  part.classList.add('later');
  document.querySelector('[data-later]').hidden = false;
}
