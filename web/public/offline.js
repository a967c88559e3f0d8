// Lists the cached pages on the page shown for those that are not cached.
const box = document.querySelector('#cached')
const list = box.querySelector('ul')
const names = await caches.keys()
const found = []
for (const name of names.filter((each) => each.startsWith('pages-'))) {
  const store = await caches.open(name)
  for (const { url } of await store.keys()) {
    const response = await store.match(url)
    // Only the title: a document that is parsed here is under the policy of this page, which refuses the styles of others.
    const [title = ''] = /<title\b[^>]*>[^<]*<\/title>/i.exec(await response.text()) ?? []
    const page = new DOMParser().parseFromString(title, 'text/html')
    found.push({ url, title: page.title.split(' · ')[0], at: Number(response.headers.get('x-cached-at')) })
  }
}
const format = new Intl.DateTimeFormat(box.dataset.locale, { dateStyle: 'medium', timeStyle: 'short' })
for (const { url, title, at } of found.sort((a, b) => b.at - a.at)) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const time = document.createElement('span')
  link.href = url
  link.textContent = title
  time.className = 'soft small'
  time.textContent = ` ${format.format(at)}`
  item.append(link, time)
  list.append(item)
}
box.hidden = found.length === 0
// The browser may report a connection too early; only an answer proves it.
addEventListener('online', () => {
  fetch('/manifest.webmanifest', { cache: 'no-store', method: 'HEAD' }).then(
    () => location.reload(),
    () => undefined,
  )
})
document.documentElement.dataset.ready = 'yes'
