// Keeps the last pages for when there is no connection. What belongs to one session or one secret link is never kept.

/** Another name is another store: what an older version kept is thrown away. */
const VERSION = '1'
const FILES = `files-${VERSION}`
/** The page that is shown for those that are not kept, with all that it needs: it never goes. */
const SHELL = `shell-${VERSION}`
const PAGES = `pages-${VERSION}`
const DATA = `data-${VERSION}`
/** Notes that a page was answered from the cache, and how old that copy is: a page cannot read the headers of its own document. */
const SHOWN = `shown-${VERSION}`
const STORES = { [SHELL]: Infinity, [FILES]: 150, [PAGES]: 60, [DATA]: 60, [SHOWN]: 60 }
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

/** Pages tell what to keep besides what is walked to: themselves when they were there before this worker, and the places that were saved. */
self.addEventListener('message', (event) => {
  const { pages = [], files = [] } = event.data ?? {}
  event.waitUntil(keepToo(pages.slice(0, MAX_TOLD), files.slice(0, MAX_TOLD)))
})

const MAX_TOLD = 60
/** A page that is this young need not be kept anew. */
const YOUNG_MS = 3_600_000

const here = (address) => new URL(address, self.location.origin)

async function keepToo(pages, files) {
  for (const url of files.map(here)) {
    if (url.origin === self.location.origin && KEPT_FILE.test(url.pathname)) await keepFile(url.href).catch(() => undefined)
  }
  // One after the other: whoever looks at the site goes first.
  for (const url of pages.map(here)) await keepPage(url)
}

async function keepFile(address) {
  if ((await caches.match(address)) !== undefined) return
  const response = await fetch(address)
  if (response.ok) await keep(await caches.open(FILES), FILES, address, response)
}

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
    return response.status >= 502 && kept !== undefined ? await shown(name, key, kept) : response
  } catch (error) {
    if (kept === undefined) throw error
    return shown(name, key, kept)
  }
}

/** Returns the kept response, having written the note that it is what is shown. */
async function shown(name, key, kept) {
  if (name === FILES) return kept
  const store = await caches.open(SHOWN)
  const headers = { 'x-kept-at': kept.headers.get('x-kept-at'), 'x-shown-at': String(Date.now()) }
  // A page without its age is better than none.
  await put(store, SHOWN, key, new Response(null, { headers })).catch(() => undefined)
  return kept
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

/** Keeps an answer with the time, by which pages know how old it is. */
async function keep(store, name, key, response) {
  const headers = new Headers(response.headers)
  headers.set('x-kept-at', String(Date.now()))
  // The whole of it first: what is kept already stays where the connection breaks off. To put it moves it to the end.
  const body = await response.arrayBuffer()
  // A page whose frame came before it failed.
  if (name === PAGES && new TextDecoder().decode(body).includes('data-failed=')) return
  await put(store, name, key, new Response(body, { status: response.status, headers }))
}

/** No more than so many: the oldest go. */
async function put(store, name, key, response) {
  await store.put(key, response)
  const keys = await store.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - STORES[name])).map((old) => store.delete(old)))
}

const beingKept = new Set()

/** Who walks from page to page loads data only; the page itself is kept too, so that it can be opened by its address. */
function keepPageOf(dataUrl) {
  const url = new URL(dataUrl)
  url.pathname = url.pathname.replace(/\.data$/, '').replace(/^\/_$/, '/')
  url.searchParams.delete('_routes')
  return keepPage(url, Infinity)
}

async function keepPage(url, youngMs = YOUNG_MS) {
  const key = keyOf(url.href)
  // Its data is asked for in parts.
  if (url.origin !== self.location.origin || !KEPT_PAGE.test(url.pathname) || beingKept.has(key)) return
  beingKept.add(key)
  try {
    const store = await caches.open(PAGES)
    const kept = await store.match(key)
    if (kept !== undefined && Date.now() - Number(kept.headers.get('x-kept-at')) < youngMs) return
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
