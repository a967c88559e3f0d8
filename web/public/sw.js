// Keeps the last pages for when there is no connection. What belongs to one session or one secret link is never kept.

/** Another name is another store: what an older version kept is thrown away. */
const VERSION = '1'
const FILES = `files-${VERSION}`
/** The page that is shown for those that are not kept, with all that it needs: it never goes. */
const SHELL = `shell-${VERSION}`
const PAGES = `pages-${VERSION}`
const DATA = `data-${VERSION}`
const STORES = { [SHELL]: Infinity, [FILES]: 150, [PAGES]: 30, [DATA]: 60 }
const OFFLINE = '/offline'
/** Slower than this, a kept page is better than waiting. */
const PATIENCE_MS = 8_000

/** Pages that are for everybody: the front page, places, texts, documentation. */
const KEPT_PAGE = /^\/(?:$|weather\/|pages\/|api\/docs(?:\/|$))/
/** Of pages, which say how old they are; what is asked of the API beside them comes without that, and so is not kept. */
const KEPT_DATA = /^\/(?:_|weather\/[^/]+|pages\/[^/]+)\.data$/
const KEPT_FILE = /^\/(?:assets\/|icons\/|[\w-]+\.(?:svg|js|json|webmanifest)$)/

self.addEventListener('install', (event) => {
  event.waitUntil(keepOffline().then(() => self.skipWaiting()))
})

async function keepOffline() {
  const store = await caches.open(SHELL)
  await store.add(OFFLINE)
  const html = await (await store.match(OFFLINE)).text()
  const styles = [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, address]) => address)
  await store.addAll([...new Set(styles), '/offline.js', '/icons.svg'])
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => !(name in STORES)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname === '/sw.js') return
  if (request.mode === 'navigate') {
    event.respondWith(pageFor(event, KEPT_PAGE.test(pathname)))
  } else if (KEPT_DATA.test(pathname)) {
    event.respondWith(newest(event, DATA))
    event.waitUntil(keepPageOf(request.url))
  } else if (KEPT_FILE.test(pathname)) {
    event.respondWith(pathname.startsWith('/assets/') ? oldest(event) : newest(event, FILES))
  }
})

/** A page from the network; without one the kept one, else the page that says so. */
async function pageFor(event, mayKeep) {
  try {
    return mayKeep ? await newest(event, PAGES) : await fetch(event.request)
  } catch {
    const offline = await caches.match(OFFLINE)
    return offline ?? Response.error()
  }
}

/** From the network, and kept; what is kept where the network fails. @throws when there is neither */
async function newest(event, name) {
  const store = await caches.open(name)
  const key = keyOf(event.request.url)
  const kept = (await store.match(key)) ?? (name === FILES ? await caches.match(key) : undefined)
  try {
    const signal = kept === undefined ? undefined : AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(event.request, signal === undefined ? {} : { signal })
    if (response.ok && isPublic(response)) event.waitUntil(keep(store, name, key, response.clone()))
    // A server that is being restarted is as good as none.
    return response.status >= 502 && kept !== undefined ? kept : response
  } catch (error) {
    if (kept === undefined) throw error
    return kept
  }
}

/** What never changes under its name. */
async function oldest(event) {
  const store = await caches.open(FILES)
  const kept = await caches.match(event.request)
  if (kept !== undefined) return kept
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(keep(store, FILES, event.request.url, response.clone()))
  return response
}

/** Keeps an answer with the time, by which pages know how old it is, and no more than so many: the oldest go. */
async function keep(store, name, key, response) {
  const headers = new Headers(response.headers)
  headers.set('x-kept-at', String(Date.now()))
  // The whole of it first: what is kept already stays where the connection breaks off. To put it moves it to the end.
  const body = await response.arrayBuffer()
  await store.put(key, new Response(body, { status: response.status, headers }))
  const keys = await store.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - STORES[name])).map((old) => store.delete(old)))
}

const beingKept = new Set()

/** Who walks from page to page loads data only; the page itself is kept too, so that it can be opened by its address. */
async function keepPageOf(dataUrl) {
  const url = new URL(dataUrl)
  url.pathname = url.pathname.replace(/\.data$/, '').replace(/^\/_$/, '/')
  url.searchParams.delete('_routes')
  const key = keyOf(url.href)
  // Its data is asked for in parts.
  if (!KEPT_PAGE.test(url.pathname) || beingKept.has(key)) return
  beingKept.add(key)
  try {
    const store = await caches.open(PAGES)
    if ((await store.match(key)) !== undefined) return
    const response = await fetch(key)
    if (response.ok && isPublic(response)) await keep(store, PAGES, key, response)
  } catch {
    // Another time.
  } finally {
    beingKept.delete(key)
  }
}

/** How one got to a page does not make it another. */
function keyOf(address) {
  const url = new URL(address)
  url.searchParams.delete('from')
  return url.href
}

function isPublic(response) {
  return response.type === 'basic' && !/no-store/.test(response.headers.get('cache-control') ?? '')
}
